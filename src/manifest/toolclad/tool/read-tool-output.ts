import type { OutputSpec } from "../../../model/tool.ts";
import type { ManifestOptions } from "../../manifest.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readOutput } from "../read-output.ts";
import type { FileTable } from "../shape.ts";

const HINT = 'Add [output] with `format = "text"` or `format = "json"`.';

/** Reads `[output]`, which the format demands of every tool that runs a command. */
export function readToolOutput(
  file: FileTable,
  need: "required" | "expected",
  log: IssueLog,
  options: ManifestOptions,
): OutputSpec {
  if (file.output === undefined) {
    const place = { path: [], part: "key" } as const;
    if (need === "required") addError(log, "missing-key", place, "the table [output] is missing", HINT);
    else addWarning(log, "missing-output", place, "without [output] a result is plain text in an envelope", HINT);
  }
  const output = readOutput(file.output ?? { table: {}, path: ["output"] }, log, options);
  return need === "required" ? toPlain(output) : toShape(output);
}

/** Without an envelope a program's result is passed on as it is: nothing reads or checks it. */
function toPlain(output: OutputSpec): OutputSpec {
  return output.shape === "process" ? { ...output, parser: "text", schema: null } : output;
}

/** Without an envelope, only a process gives exit code and streams; anything else gives its value. */
export function toShape(output: OutputSpec): OutputSpec {
  return output.shape === "process" ? { ...output, shape: "value" } : output;
}
