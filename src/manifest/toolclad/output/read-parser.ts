import type { OutputSpec } from "../../../model/tool.ts";
import { findNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import { checkProgram } from "../../checks/check-program.ts";
import { addError } from "../../toml/issue-log.ts";
import type { ToolcladProfile } from "../../manifest.ts";
import type { IssueLog } from "../../toml/issue-log.ts";

export const FORMATS = ["text", "lines", "json", "jsonl", "csv", "xml"] as const;
export type OutputFormat = (typeof FORMATS)[number];

const PLACE = { path: ["output", "parser"], part: "value" } as const;

/**
 * Reads `parser`: `builtin:NAME`, or the path of a program that reads the output and prints JSON. A bare word is a slip
 * more often than a file, so a path has a `/`; other implementations take the word, and so does their profile.
 */
export function readParser(text: string, profile: ToolcladProfile, log: IssueLog): OutputSpec["parser"] {
  if (text.startsWith("builtin:")) return readBuiltin(text, text.slice("builtin:".length), log);
  const word = text.startsWith("custom:") ? text.slice("custom:".length) : text;
  const isFile = profile === "peer" && !FORMATS.some((format) => format === word);
  if (!word.includes("/") && !isFile) return readBuiltin(text, word, log);
  const program = word.includes("/") ? word : `./${word}`;
  checkProgram(program, PLACE, log);
  return `custom:${program}`;
}

function readBuiltin(text: string, name: string, log: IssueLog): OutputFormat {
  const known = FORMATS.find((format) => format === name);
  if (known !== undefined && text.startsWith("builtin:")) return known;
  const nearest = known ?? findNearest(name, FORMATS);
  const suggestion = nearest === null ? "" : `, did you mean \`builtin:${nearest}\`?`;
  const hint = `Use one of: ${FORMATS.map((format) => `builtin:${format}`).join(", ")}; or the path of a program, with a /.`;
  addError(log, "unknown-parser", PLACE, `unknown parser \`${showText(text)}\`${suggestion}`, hint);
  return "text";
}
