import type { ArgNode } from "../../model/arg-node.ts";
import type { ToolInput } from "../../model/tool.ts";
import { toUsedNames } from "../checks/arg-usage.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import { findCodePlaceholder } from "../checks/check-interpreter.ts";
import { checkProgram } from "../checks/check-program.ts";
import type { ToolDraft } from "../manifest.ts";
import { showText } from "../../text/show-text.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { checkToolName } from "../tool-name.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import type { TomlDocument } from "../toml/toml-document.ts";
import { readArgs } from "./read-args.ts";
import { readConstraints } from "./read-constraints.ts";
import { readFreeMode } from "./read-free-mode.ts";
import { readParams } from "./read-params.ts";
import { findToolHome, TOOL_SHAPE } from "./shape.ts";

type ToolTable = ReadTable<typeof TOOL_SHAPE>;

/** Reads a whitelist tool, one per file. What is wrong goes to `log`; the draft only counts when that has no error. */
export function readWhitelist(document: TomlDocument, log: IssueLog): ToolDraft {
  const read = readTable({ table: document.root, path: [] }, TOOL_SHAPE, log, findToolHome);
  if (read.name !== undefined) checkToolName(read.name, { path: ["name"], part: "value" }, log);
  checkShownText({ table: document.root, path: [] }, ["title", "description", "version", "group"], log);
  checkDescription(read, log);
  checkKind(read, log);
  if (read.environment !== undefined) checkEnvironment(read.environment, ["environment"], log);
  const { limits, cwd } = readConstraints(read.constraints, log);
  const { input, args } = readCalled(read, log);
  return {
    name: read.name ?? "",
    title: read.title ?? null,
    description: read.description ?? "",
    version: read.version ?? null,
    group: read.group ?? null,
    input,
    effect: read.effect ?? "write",
    riskTier: null,
    humanApproval: read.human_approval ?? false,
    enabled: read.enabled ?? true,
    overrides: read.overrides ?? false,
    backend: { kind: "command", binary: read.binary ?? "", args, constants: {}, cwd },
    limits,
    environment: read.environment ?? [],
    output: { shape: "process", parser: "text", schema: null },
    cedar: null,
  };
}

function checkDescription(read: ToolTable, log: IssueLog): void {
  if (read.description !== undefined && read.description.trim() !== "") return;
  const message = "the tool has no `description`, so a model can only guess what it is for";
  addWarning(log, "missing-description", { path: ["name"], part: "key" }, message, "Say in a sentence what it does.");
}

function checkKind(read: ToolTable, log: IssueLog): void {
  if (read.kind === "internal") {
    checkInternal(read, log);
    return;
  }
  if (read.api !== undefined) {
    addError(log, "misplaced-key", { path: ["api"], part: "key" }, '`api` belongs to `kind = "internal"`');
  }
  if (read.binary !== undefined) checkProgram(read.binary, { path: ["binary"], part: "value" }, log);
  else if (read.kind === "command") {
    const message = '`binary` is missing: `kind = "command"` runs a program';
    addError(log, "missing-key", { path: ["kind"], part: "key" }, message, 'Add a line like `binary = "git"`.');
  }
}

function checkInternal(read: ToolTable, log: IssueLog): void {
  const hint = 'Use `kind = "command"` with a `binary`.';
  if (read.api === undefined) {
    const message = '`api` is missing: `kind = "internal"` calls a built-in API';
    addError(log, "missing-key", { path: ["kind"], part: "key" }, message, hint);
    return;
  }
  const message = `internal tools come with the built-in APIs, none named \`${showText(read.api)}\` is known`;
  addError(log, "unknown-api", { path: ["api"], part: "value" }, message, hint);
}

interface Called {
  readonly input: ToolInput;
  readonly args: readonly ArgNode[];
}

function readCalled(read: ToolTable, log: IssueLog): Called {
  if (read.kind === "internal") return { input: { kind: "params", params: [] }, args: [] };
  return read.args_mode === "free" ? readFree(read, log) : readTemplate(read, log);
}

function readFree(read: ToolTable, log: IssueLog): Called {
  refuseFilled(read, ["args", "params"], '`args_mode = "free"`, where the caller sends the arguments', log);
  const { binary = "", allowed_subcommands: subcommands, allowed_flags: flags } = read;
  return { input: { kind: "free", free: readFreeMode({ binary, subcommands, flags }, log) }, args: [] };
}

function readTemplate(read: ToolTable, log: IssueLog): Called {
  refuseFilled(read, ["allowed_subcommands", "allowed_flags"], 'a template tool, only to `args_mode = "free"`', log);
  const declared = Object.keys(read.params?.table ?? {});
  const params = readParams(read.params, log);
  const args = readArgs(read.args, new Set(declared), log);
  const used = toUsedNames(args);
  for (const name of declared.filter((known) => !used.has(known))) {
    const place = { path: ["params", name], part: "key" } as const;
    const message = `the parameter \`${showText(name)}\` is declared but never used in \`args\``;
    addError(log, "unused-param", place, message, `Write {{${showText(name)}}} where its value belongs, or delete it.`);
  }
  const interpreter = findCodePlaceholder(read.binary ?? "", args);
  if (interpreter !== null) {
    const message = `\`${interpreter}\` would run a caller's value as code`;
    const hint = `Write the code without placeholders and pass values after it: ["-c", 'echo "$1"', "_", "{{x}}"].`;
    addError(log, "shell-placeholder", { path: ["args"], part: "key" }, message, hint);
  }
  return { input: { kind: "params", params }, args };
}

/** An empty list does no harm, and programs that write these files list every key. */
function refuseFilled(read: ToolTable, keys: readonly (keyof ToolTable)[], where: string, log: IssueLog): void {
  for (const key of keys) {
    const value = read[key];
    const filled = Array.isArray(value) ? value.length > 0 : value !== undefined && hasEntries(value);
    if (filled) addError(log, "misplaced-key", { path: [key], part: "key" }, `\`${key}\` does not belong to ${where}`);
  }
}

function hasEntries(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("table" in value)) return true;
  return Object.keys(value.table as object).length > 0;
}
