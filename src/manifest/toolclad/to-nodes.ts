import type { ArgNode, ArgPart } from "../../model/arg-node.ts";
import { parseArgTemplate } from "../../template/parse-arg-template.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { escapeControls, showText } from "../../text/show-text.ts";
import { addError, isFull } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { Placeholders, Word } from "./placeholders.ts";

/**
 * Turns one word of a command into argument nodes. A word with values is one argument; a mapping or a conditional
 * stands alone in its word and gives as many arguments as its author wrote.
 */
export function toNodes(word: Word, placeholders: Placeholders, log: IssueLog): readonly ArgNode[] {
  const { text, place } = word;
  if (text.includes("\u0000")) {
    addError(log, "control-character", place, "an argument cannot hold a NUL character");
    return [];
  }
  const parsed = parseArgTemplate(text, "single");
  if (!parsed.ok) {
    addError(log, "bad-placeholder", place, escapeControls(parsed.issue.message));
    return [];
  }
  return toNode(parsed.parts, word, placeholders, log);
}

function toNode(
  parts: readonly ArgPart[],
  { place }: Word,
  { known, used }: Placeholders,
  log: IssueLog,
): readonly ArgNode[] {
  for (const part of parts) {
    if (part.kind === "text") continue;
    used.add(part.name);
    const found = known.get(part.name);
    const here = { ...place, fragment: `{${part.name}}` };
    if (found === undefined && isFull(log)) return [];
    if (found === undefined) {
      const shown = showText(part.name);
      const message = `nothing is named \`${shown}\`${suggestNearest(part.name, known.keys())}`;
      const hint = `Declare it in [args.${shown}], or correct the placeholder. Known: ${[...known.keys()].join(", ")}.`;
      addError(log, "undeclared-placeholder", here, message, hint);
      return [];
    }
    if (found.kind === "value") continue;
    if (parts.length === 1) return found.nodes;
    const message = `${found.what} gives whole arguments, so {${part.name}} must be a word of its own`;
    addError(log, "placeholder-not-alone", here, message, "Separate it from the text around it.");
    return [];
  }
  return [{ kind: "arg", parts }];
}
