import type { Effect, RiskTier } from "../../../model/tool.ts";
import { field, required } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import type { ReadTable } from "../../toml/table-reader.ts";
import type { TomlValue } from "../../toml/toml-document.ts";
import { effect, riskTier } from "../shape.ts";

const DAY = 86_400;

/** The keys of `[session]`. */
export const SESSION_SHAPE: {
  readonly startup_command: Field<TomlValue>;
  readonly ready_pattern: Field<string>;
  readonly startup_timeout_seconds: Field<number>;
  readonly idle_timeout_seconds: Field<number>;
  readonly session_timeout_seconds: Field<number>;
  readonly max_interactions: Field<number>;
  readonly interaction: Field<TableSource>;
  readonly commands: Field<TableSource>;
  readonly child_detection: Field<TableSource>;
  readonly events: Field<TableSource>;
} = {
  startup_command: required(field.any(), 'Add a line like `startup_command = "psql -X"`.'),
  ready_pattern: required(field.string(), "Say how the program's prompt looks: `ready_pattern = '=> $'`."),
  startup_timeout_seconds: field.integer({ min: 1, max: 3600 }),
  idle_timeout_seconds: field.integer({ min: 1, max: DAY }),
  session_timeout_seconds: field.integer({ min: 1, max: 7 * DAY }),
  max_interactions: field.integer({ min: 1, max: 1_000_000 }),
  interaction: field.table(),
  commands: required(field.table(), "Add a table like [session.commands.list] with a `pattern`."),
  child_detection: field.table(),
  events: field.table(),
};
export type SessionTable = ReadTable<typeof SESSION_SHAPE>;

export const INTERACTION_SHAPE: {
  readonly input_sanitize: Field<readonly string[]>;
  readonly output_max_bytes: Field<number>;
  readonly output_wait_ms: Field<number>;
} = {
  input_sanitize: field.strings(),
  output_max_bytes: field.integer({ min: 1, max: 64 * 1024 * 1024 }),
  output_wait_ms: field.integer({ min: 1, max: 600_000 }),
};

export const CHILD_SHAPE: {
  readonly pattern: Field<string>;
  readonly type: Field<string>;
  readonly manifest: Field<string>;
} = {
  pattern: required(field.string(), "Say how the output looks when a session inside the session opens."),
  type: required(field.string(), 'Name the kind of session: `type = "meterpreter"`.'),
  manifest: required(field.string(), 'Name the manifest that governs it: `manifest = "child.clad.toml"`.'),
};

export const EVENTS_SHAPE: {
  readonly enabled: Field<boolean>;
  readonly max_queue_depth: Field<number>;
  readonly poll_interval_ms: Field<number>;
  readonly event_types: Field<readonly string[]>;
  readonly ttl_seconds: Field<number>;
} = {
  enabled: field.boolean(),
  max_queue_depth: field.integer({ min: 1, max: 10_000 }),
  poll_interval_ms: field.integer({ min: 10, max: 600_000 }),
  event_types: field.strings(),
  ttl_seconds: field.integer({ min: 1, max: DAY }),
};

/** The keys of `[session.commands.NAME]`. Toolgate's own additions: `line` and `effect`. */
export const COMMAND_SHAPE: {
  readonly pattern: Field<string>;
  readonly line: Field<string>;
  readonly description: Field<string>;
  readonly risk_tier: Field<RiskTier>;
  readonly effect: Field<Effect>;
  readonly human_approval: Field<boolean>;
  readonly extract_target: Field<boolean>;
  readonly args: Field<TableSource>;
} = {
  pattern: required(field.string(), "Say what the whole line must look like: `pattern = '^show [a-z]+$'`."),
  line: field.string(),
  description: field.string(),
  risk_tier: riskTier,
  effect,
  human_approval: field.boolean(),
  extract_target: field.boolean(),
  args: field.table(),
};
export type CommandTable = ReadTable<typeof COMMAND_SHAPE>;
