import { EFFECTS } from "../../model/tool.ts";
import { field } from "../toml/fields.ts";
import type { ReadTable } from "../toml/table-reader.ts";

const DAY_MS = 86_400_000;
const NAME_HINT = 'Write `name: "git.sha"`, for instance.';

/** The first argument of `defineTool`. */
export const MODULE_SHAPE = {
  name: { ...field.string(), required: true, hint: NAME_HINT },
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
} as const;

/** The hints of MCP. They are the author's word, and decide nothing here but what makes a tool stricter. */
export const ANNOTATIONS_SHAPE = {
  title: field.string(),
  readOnlyHint: field.boolean(),
  destructiveHint: field.boolean(),
  idempotentHint: field.boolean(),
  openWorldHint: field.boolean(),
} as const;

export const ALLOW_SHAPE = {
  commands: field.table(),
  exec: field.table(),
  net: field.any(),
  tools: field.strings(),
} as const;

/** A command that is more than a line. */
export const COMMAND_SHAPE = {
  run: { ...field.any(), required: true, hint: 'Write `run: ["git", "status"]`, for instance.' },
  timeoutMs: field.integer({ min: 1, max: DAY_MS }),
  timeout_ms: field.integer({ min: 1, max: DAY_MS }),
  env: field.strings(),
  cwd: field.string(),
  output: field.oneOf({ values: ["text", "json", "lines"], what: "output", code: "unknown-output" }),
  persistent: field.boolean(),
} as const;

export type ModuleTable = ReadTable<typeof MODULE_SHAPE>;
export type CommandTable = ReadTable<typeof COMMAND_SHAPE>;
