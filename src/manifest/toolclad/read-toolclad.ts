import type { RiskTier } from "../../model/tool.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import type { ToolDraft } from "../manifest.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { showText } from "../../text/show-text.ts";
import { checkToolName } from "../tool-name.ts";
import { field, required } from "../toml/fields.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import type { TomlDocument } from "../toml/toml-document.ts";
import { readArgs } from "./read-args.ts";
import { readCommand } from "./read-command.ts";
import type { Command } from "./read-command.ts";
import { readOutput } from "./read-output.ts";
import { FILE_SHAPE, TOOL_SHAPE } from "./shape.ts";

type FileTable = ReadTable<typeof FILE_SHAPE>;
type ToolTable = ReadTable<typeof TOOL_SHAPE>;

const MEBIBYTE = 1024 * 1024;
const ONE_SHOT = "this version of Toolgate runs one-shot commands: [command] with `exec` or `template`";
const CEDAR_SHAPE = { resource: required(field.string()), action: required(field.string()) };
const EVIDENCE_SHAPE = {
  output_dir: field.string(),
  capture: field.boolean(),
  hash: field.oneOf({ values: ["sha256"], what: "hash", code: "unknown-hash" }),
  screenshots: field.boolean(),
};

/** Reads a ToolClad tool that runs one command. What is wrong goes to `log`; the draft only counts without errors. */
export function readToolclad(document: TomlDocument, log: IssueLog): ToolDraft {
  const file = readTable({ table: document.root, path: [] }, FILE_SHAPE, log);
  const tool = readTool(file.tool, log);
  const params = readArgs(file.args, log);
  const declared = Object.keys(file.args?.table ?? {}).filter((name) => /^[A-Za-z0-9]\w*$/.test(name));
  const command = isOneShot(file, tool, log) ? readBackend(file, params, declared, log) : NO_COMMAND;
  checkBinary(tool, command, log);
  const riskTier = tool.risk_tier ?? "low";
  return {
    name: tool.name ?? "",
    title: tool.title ?? null,
    description: tool.description ?? "",
    version: tool.version ?? null,
    group: tool.group ?? null,
    input: { kind: "params", params },
    effect: tool.effect ?? toEffect(riskTier),
    riskTier,
    humanApproval: tool.human_approval ?? false,
    enabled: tool.enabled ?? true,
    overrides: tool.overrides ?? false,
    backend: { kind: "command", ...command, cwd: null },
    limits: {
      timeoutMs: (tool.timeout_seconds ?? 60) * 1000,
      maxStdoutBytes: MEBIBYTE,
      maxStderrBytes: MEBIBYTE,
    },
    environment: tool.environment ?? [],
    output: readOutput(file.output ?? { table: {}, path: ["output"] }, log),
    cedar: readCedar(tool.cedar, log),
  };
}

const NO_COMMAND: Command = { binary: "", args: [], constants: {} };

function readTool(source: TableSource | undefined, log: IssueLog): ToolTable {
  if (source === undefined) return {} as ToolTable;
  const tool = readTable(source, TOOL_SHAPE, log);
  if (tool.name !== undefined) checkToolName(tool.name, { path: ["tool", "name"], part: "value" }, log);
  if (tool.description === undefined || tool.description.trim() === "") {
    const message = "the tool has no `description`, so a model can only guess what it is for";
    const place = { path: ["tool", "name"], part: "key" } as const;
    addWarning(log, "missing-description", place, message, "Say in a sentence what it does.");
  }
  if (tool.environment !== undefined) checkEnvironment(tool.environment, ["tool", "environment"], log);
  checkShownText(source, ["title", "description", "version", "group"], log);
  checkEvidence(tool.evidence, log);
  return tool;
}

/** Whether the file describes what this version can run; says what it cannot. */
function isOneShot(file: FileTable, tool: ToolTable, log: IssueLog): boolean {
  const foreign: (readonly string[])[] = (["http", "mcp", "session", "browser"] as const)
    .filter((name) => file[name] !== undefined)
    .map((name) => [name]);
  if (tool.dispatch === "callback") foreign.push(["tool", "dispatch"]);
  if (tool.mode === "session" || tool.mode === "browser") foreign.push(["tool", "mode"]);
  for (const path of foreign) {
    const message = `\`${path.at(-1) ?? ""}\` is not supported here: ${ONE_SHOT}`;
    addError(log, "not-supported-here", { path, part: "key" }, message);
  }
  return foreign.length === 0;
}

function readBackend(
  file: FileTable,
  params: Parameters<typeof readCommand>[1],
  declared: readonly string[],
  log: IssueLog,
): Command {
  if (file.output === undefined) {
    const message = "the table [output] is missing";
    addError(log, "missing-key", { path: [], part: "key" }, message, 'Add [output] with `format = "text"`.');
  }
  if (file.command !== undefined) return readCommand(file.command, params, declared, log);
  const hint = 'Add [command] with a line like `exec = ["whois", "{target}"]`.';
  addError(log, "missing-key", { path: [], part: "key" }, "the table [command] is missing", hint);
  return NO_COMMAND;
}

function checkBinary(tool: ToolTable, command: Command, log: IssueLog): void {
  const { binary } = tool;
  if (binary === undefined || command.binary === "" || toBase(binary) === toBase(command.binary)) return;
  const message = `\`binary\` is "${showText(binary)}", but what runs is "${showText(command.binary)}"`;
  addWarning(log, "binary-mismatch", { path: ["tool", "binary"], part: "value" }, message, "Name the same program.");
}

function toBase(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

/** Every call leaves hashes of its output in the audit; keeping the output in files is not part of this version. */
function checkEvidence(source: TableSource | undefined, log: IssueLog): void {
  if (source === undefined) return;
  const { output_dir: folder, capture, screenshots } = readTable(source, EVIDENCE_SHAPE, log);
  if (folder === undefined && capture !== true && screenshots !== true) return;
  const message = "evidence files are not written by this version of Toolgate";
  const hint = "Every call is recorded in the audit with the SHA-256 of its output.";
  addWarning(log, "no-effect", { path: source.path, part: "key" }, message, hint);
}

function readCedar(source: TableSource | undefined, log: IssueLog): ToolDraft["cedar"] {
  if (source === undefined) return null;
  const { resource, action } = readTable(source, CEDAR_SHAPE, log);
  return resource === undefined || action === undefined ? null : { resource, action };
}

function toEffect(riskTier: RiskTier): ToolDraft["effect"] {
  return riskTier === "info" || riskTier === "low" ? "write" : "destructive";
}
