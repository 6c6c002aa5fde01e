import { suggestNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import type { ToolcladProfile } from "../../manifest.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { toGroupNames } from "./check-session-pattern.ts";

/**
 * Whether each declared argument is a named group of the pattern and each group is declared: only then does declaring
 * an argument check anything. Other implementations never look, so in their profile arguments without groups only warn.
 */
export function checkCaptures(
  pattern: string,
  declared: readonly string[],
  source: TableSource,
  profile: ToolcladProfile,
  log: IssueLog,
): boolean {
  const groups = toGroupNames(pattern);
  if (profile === "peer" && groups.length === 0 && declared.length > 0) {
    const message = "the arguments are not checked: the pattern has no named groups, and there is no `line`";
    addWarning(log, "unused-param", { path: [...source.path, "args"], part: "key" }, message);
    return false;
  }
  for (const name of declared.filter((known) => !groups.includes(known))) {
    const message = `nothing of the line becomes \`${name}\`: the pattern has no group of that name${suggestNearest(name, groups)}`;
    const hint = `Write (?P<${name}>…) into the pattern, or add a \`line\` with {${name}}.`;
    addError(log, "unused-param", { path: [...source.path, "args", name], part: "key" }, message, hint);
  }
  for (const name of groups.filter((group) => !declared.includes(group))) {
    const message = `the group \`${showText(name)}\` is no declared argument${suggestNearest(name, declared)}`;
    const place = { path: [...source.path, "pattern"], part: "value", fragment: name } as const;
    addError(log, "undeclared-placeholder", place, message, `Declare it in \`args\`, or write (?:…) instead.`);
  }
  return true;
}
