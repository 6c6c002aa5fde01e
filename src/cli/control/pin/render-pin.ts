import type { DescribedPin } from "../../../mcp-bridge/pins/describe-pins.ts";
import type { DefinitionChange } from "../../../mcp-bridge/pins/diff-definitions.ts";
import type { JsonValue } from "../../../model/json.ts";
import { escapeBlock, escapeLine } from "../../output/text/escape.ts";
import type { Screen } from "../../output/screen.ts";

const WORDS: Readonly<Record<DescribedPin["state"], string>> = {
  accepted: "accepted",
  added: "is new",
  changed: "changed",
  removed: "is gone",
};

/** One tool with every place in which it is not what was accepted, and what a person should read twice. */
export function renderPin(pin: DescribedPin, screen: Screen): string {
  const { colors } = screen;
  const name = pin.tool === "" ? "(the server itself)" : escapeLine(pin.tool);
  const renamed = pin.renamed === null ? "" : `; the same as \`${escapeLine(pin.renamed)}\` but for its name`;
  const refused = pin.isRefused ? " (refused)" : "";
  const head = `${colors.bold(name)} ${WORDS[pin.state]}${renamed}${refused}`;
  const added =
    pin.added === null ? [] : Object.entries(pin.added).map(([at, after]) => ({ at, after: after ?? null }));
  const changes = [...added, ...pin.changes].flatMap((change) => renderChange(change, screen));
  const findings = pin.findings.map(({ kinds, at, text }) =>
    colors.yellow(`  ! ${kinds.join(", ")} in ${escapeLine(at)}: ${escapeLine(text)}`),
  );
  return `${[head, ...changes, ...findings].join("\n")}\n`;
}

function renderChange({ at, before, after }: DefinitionChange, { colors }: Screen): readonly string[] {
  const show = (sign: string, value: JsonValue): readonly string[] =>
    toLines(value).map((line) => `    ${sign} ${line}`);
  return [
    `  ${escapeLine(at)}`,
    ...(before === undefined ? [] : show("-", before).map((line) => colors.red(line))),
    ...(after === undefined ? [] : show("+", after).map((line) => colors.green(line))),
  ];
}

function toLines(value: JsonValue): readonly string[] {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return escapeBlock(text).split("\n");
}
