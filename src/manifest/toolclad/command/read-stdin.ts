import type { ArgPart } from "../../../model/arg-node.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { Placeholders } from "../placeholders.ts";
import { toNodes } from "../to-nodes.ts";

/** Reads `stdin`: a text with places for values; `null` after an error. */
export function readStdin(text: string, placeholders: Placeholders, log: IssueLog): readonly ArgPart[] | null {
  const place = { path: ["command", "stdin"], part: "value" } as const;
  const before = log.found.length;
  const nodes = toNodes({ text, place }, placeholders, log);
  const [only] = nodes;
  if (nodes.length === 1 && only?.kind === "arg") return only.parts;
  if (log.found.length === before) {
    const message = "a mapping or a conditional gives arguments, and `stdin` is one text";
    addError(log, "placeholder-not-alone", place, message, "Put values into it.");
  }
  return null;
}
