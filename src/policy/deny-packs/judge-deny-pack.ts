import type { Facts } from "../../model/facts.ts";
import { listCommands, listInnerLines, listOuterLines } from "../commands/list-commands.ts";
import type { DenyPack, PolicyAnswer, PolicyRequest } from "../policy.ts";
import type { DenyCategory } from "./deny-category.ts";
import { EXTENDED } from "./extended.ts";
import { STANDARD } from "./standard.ts";

const PACKS: Readonly<Record<DenyPack, readonly DenyCategory[]>> = {
  off: [],
  standard: STANDARD,
  extended: [...STANDARD, ...EXTENDED],
};

/** The denials that come with Toolgate, for command lines and for tools made of them: on argument vectors, never on text. */
export function judgeDenyPack(request: PolicyRequest, facts: Facts, pack: DenyPack): readonly PolicyAnswer[] {
  const outer = listOuterLines(request);
  if (pack === "off" || (outer.length === 0 && request.call?.programs === undefined)) return [];
  const lines = [...outer, ...listInnerLines(request)];
  const commands = listCommands(request);
  return PACKS[pack].flatMap(({ name, find }): readonly PolicyAnswer[] => {
    const found = find({ commands, lines, facts });
    if (found === null) return [];
    const reason = `the ${pack} deny pack, category ${name}: ${found}`;
    return [{ source: "deny_pack", verdict: "deny", code: "DENIED_BY_PACK", reason }];
  });
}
