import type { SessionBackend } from "../../../model/backend.ts";
import type { ParamSpec } from "../../../model/param.ts";
import { compilePattern } from "../../../params/pattern.ts";
import { checkShownText } from "../../checks/check-shown-text.ts";
import type { ManifestOptions } from "../../manifest.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { readArgs } from "../read-args.ts";
import { toCommandPart } from "../tool/command-part.ts";
import { toDeclaredNames } from "../tool/declared-names.ts";
import type { CommandPart } from "../tool/to-draft.ts";
import type { ToolHeader } from "../tool/tool-header.ts";
import { checkCaptures } from "./check-captures.ts";
import { checkLinePattern } from "./check-session-pattern.ts";
import { readLine } from "./read-line.ts";
import { COMMAND_SHAPE } from "./session-shape.ts";

interface SessionCommand {
  readonly params: readonly ParamSpec[];
  readonly part: CommandPart;
  readonly own: Pick<SessionBackend, "pattern" | "line" | "captures" | "extractTarget">;
}

interface About {
  readonly name: string;
  readonly header: ToolHeader;
  /** `input_sanitize` of the session. */
  readonly sanitize: readonly string[];
}

/**
 * Reads `[session.commands.NAME]`. With `line` the caller sends the arguments and Toolgate makes the line; without it
 * the caller sends the line, and what the named groups of the pattern catch must fit the arguments of their names.
 * Either way the line must match the pattern.
 */
export function readSessionCommand(
  source: TableSource,
  { name, header, sanitize }: About,
  log: IssueLog,
  options: ManifestOptions,
): SessionCommand | null {
  const read = readTable(source, COMMAND_SHAPE, log);
  checkShownText(source, ["description"], log);
  warnUndescribed(read.description, source, log);
  const args = readArgs(read.args, log, options);
  const declared = toDeclaredNames(read.args);
  const { pattern } = read;
  if (pattern === undefined || !checkLinePattern(pattern, [...source.path, "pattern"], log)) return null;
  const part = toCommandPart(name, read, header);
  const extractTarget = read.extract_target ?? false;
  if (read.line !== undefined) {
    const line = readLine(read.line, { source, declared, args, pattern }, log);
    return line === null ? null : { params: args, part, own: { pattern, line, captures: [], extractTarget } };
  }
  const isChecked = checkCaptures(pattern, declared, source, header.profile, log);
  const captures = isChecked ? args : [];
  return { params: [toLineParam(pattern, sanitize)], part, own: { pattern, line: null, captures, extractTarget } };
}

function warnUndescribed(description: string | undefined, { path }: TableSource, log: IssueLog): void {
  if (description !== undefined && description.trim() !== "") return;
  const message = "the command has no `description`, so a model can only guess what to type";
  addWarning(log, "missing-description", { path, part: "key" }, message, "Say in a sentence what it does.");
}

/** The line as the caller types it. It is typed, not passed to a program as an argument, so it may begin with `-`. */
function toLineParam(pattern: string, sanitize: readonly string[]): ParamSpec {
  const compiled = compilePattern(pattern);
  return {
    name: "command",
    description: "The line to type; all of it must match the pattern.",
    required: true,
    default: undefined,
    position: 0,
    allowLeadingDash: true,
    type: "text",
    pattern,
    refuseMetacharacters: sanitize.includes("injection"),
    allowEmpty: compiled.ok && compiled.matches(""),
  };
}
