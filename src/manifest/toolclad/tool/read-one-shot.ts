import type { ManifestOptions, PlacedDraft } from "../../manifest.ts";
import { showText } from "../../../text/show-text.ts";
import { addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readArgs } from "../read-args.ts";
import { readCommand } from "../read-command.ts";
import type { FileTable } from "../shape.ts";
import { toDeclaredNames } from "./declared-names.ts";
import { readToolOutput } from "./read-tool-output.ts";
import { toDraft } from "./to-draft.ts";
import type { ToolHeader } from "./tool-header.ts";

/** Reads a tool that runs one command. */
export function readOneShot(
  file: FileTable,
  header: ToolHeader,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  const params = readArgs(file.args, log, options);
  const output = readToolOutput(file, "required", log, options);
  if (file.command === undefined) return [];
  const { secretEnvironment, ...command } = readCommand(file.command, params, toDeclaredNames(file.args), log, header);
  // A script of the author's wraps the program that `binary` names.
  if (command.variables === undefined) checkBinary(header.binary, command.binary, log);
  const backend = { kind: "command", ...command, cwd: null } as const;
  return [{ draft: toDraft(header, { params, backend, output, secretEnvironment }), place: null }];
}

/** Warns when `binary` names another program than the one that runs. */
export function checkBinary(binary: string | null, program: string, log: IssueLog): void {
  if (binary === null || program === "" || toBase(binary) === toBase(program)) return;
  const message = `\`binary\` is "${showText(binary)}", but what runs is "${showText(program)}"`;
  addWarning(log, "binary-mismatch", { path: ["tool", "binary"], part: "value" }, message, "Name the same program.");
}

function toBase(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}
