import type { CapabilityCommand } from "../../model/backend.ts";
import { EFFECTS } from "../../model/tool.ts";
import type { Effect } from "../../model/tool.ts";
import { field, required } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import type { TomlValue } from "../toml/toml-document.ts";

const DAY_MS = 86_400_000;

type ModuleShape = {
  readonly name: Field<string>;
  readonly title: Field<string>;
  readonly description: Field<string>;
  readonly version: Field<string>;
  readonly inputSchema: Field<TomlValue>;
  readonly outputSchema: Field<TomlValue>;
  readonly annotations: Field<TableSource>;
  readonly exposeAsTool: Field<boolean>;
  readonly exposeAsMcpTool: Field<boolean>;
  readonly timeoutMs: Field<number>;
  readonly allow: Field<TableSource>;
  readonly effect: Field<Effect>;
  readonly humanApproval: Field<boolean>;
  readonly enabled: Field<boolean>;
  readonly overrides: Field<boolean>;
};

/**
 * The first argument of `defineTool`. Toolgate's own additions to the format: `version`, `effect`, `humanApproval`,
 * `enabled`, `overrides`, and `allow.tools`.
 */
export const MODULE_SHAPE: ModuleShape = {
  name: required(field.string(), 'Write `name: "git.sha"`, for instance.'),
  title: field.string(),
  description: field.string(),
  version: field.string(),
  inputSchema: field.any(),
  outputSchema: field.any(),
  annotations: field.table(),
  exposeAsTool: field.boolean(),
  exposeAsMcpTool: field.boolean(),
  timeoutMs: field.integer({ min: 1, max: DAY_MS }),
  allow: field.table(),
  effect: field.oneOf({
    values: EFFECTS,
    what: "effect",
    code: "unknown-effect",
    aliases: { readonly: "read", readOnly: "read", none: "read", delete: "destructive" },
  }),
  humanApproval: field.boolean(),
  enabled: field.boolean(),
  overrides: field.boolean(),
};

type AnnotationsShape = {
  readonly title: Field<string>;
  readonly readOnlyHint: Field<boolean>;
  readonly destructiveHint: Field<boolean>;
  readonly idempotentHint: Field<boolean>;
  readonly openWorldHint: Field<boolean>;
};

/** The hints of MCP. They are the author's word, and decide nothing here but what makes a tool stricter. */
export const ANNOTATIONS_SHAPE: AnnotationsShape = {
  title: field.string(),
  readOnlyHint: field.boolean(),
  destructiveHint: field.boolean(),
  idempotentHint: field.boolean(),
  openWorldHint: field.boolean(),
};

type AllowShape = {
  readonly commands: Field<TableSource>;
  readonly exec: Field<TableSource>;
  readonly net: Field<TomlValue>;
  readonly tools: Field<readonly string[]>;
};

export const ALLOW_SHAPE: AllowShape = {
  commands: field.table(),
  exec: field.table(),
  net: field.any(),
  tools: field.strings(),
};

type CommandShape = {
  readonly run: Field<TomlValue>;
  readonly timeoutMs: Field<number>;
  readonly timeout_ms: Field<number>;
  readonly env: Field<readonly string[]>;
  readonly cwd: Field<string>;
  readonly output: Field<CapabilityCommand["output"]>;
  readonly persistent: Field<boolean>;
};

/** A command that is more than a line. */
export const COMMAND_SHAPE: CommandShape = {
  run: required(field.any(), 'Write `run: ["git", "status"]`, for instance.'),
  timeoutMs: field.integer({ min: 1, max: DAY_MS }),
  timeout_ms: field.integer({ min: 1, max: DAY_MS }),
  env: field.strings(),
  cwd: field.string(),
  output: field.oneOf({ values: ["text", "json", "lines"], what: "output", code: "unknown-output" }),
  persistent: field.boolean(),
};

export type ModuleTable = ReadTable<ModuleShape>;
export type AnnotationsTable = ReadTable<AnnotationsShape>;
export type CommandTable = ReadTable<CommandShape>;
