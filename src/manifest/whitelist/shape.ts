import { EFFECTS } from "../../model/tool.ts";
import type { BackendSpec } from "../../model/backend.ts";
import type { Effect, OutputSpec, ToolInput } from "../../model/tool.ts";
import { field, required } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import type { TomlValue } from "../toml/toml-document.ts";

type Kind = "command" | "internal";
type ArgsMode = "template" | "free";

type ToolShape = {
  readonly name: Field<string>;
  readonly title: Field<string>;
  readonly description: Field<string>;
  readonly version: Field<string>;
  readonly kind: Field<Kind>;
  readonly binary: Field<string>;
  readonly api: Field<string>;
  readonly args_mode: Field<ArgsMode>;
  readonly args: Field<TomlValue>;
  readonly allowed_subcommands: Field<readonly string[]>;
  readonly allowed_flags: Field<readonly string[]>;
  readonly params: Field<TableSource>;
  readonly constraints: Field<TableSource>;
  readonly enabled: Field<boolean>;
  readonly group: Field<string>;
  readonly effect: Field<Effect>;
  readonly human_approval: Field<boolean>;
  readonly overrides: Field<boolean>;
  readonly environment: Field<readonly string[]>;
  readonly stdin: Field<string>;
  readonly secrets: Field<TableSource>;
  readonly output: Field<TableSource>;
  readonly sandbox: Field<TableSource>;
};

/** What the keys of a file said. */
export type ToolTable = ReadTable<ToolShape>;

/** The part of a tool that its `kind` decides. */
export interface ToolBody {
  readonly input: ToolInput;
  readonly backend: BackendSpec;
  readonly effect: Effect;
  readonly output: OutputSpec;
  readonly secretEnvironment?: Readonly<Record<string, string>>;
}

/**
 * The keys of a whitelist tool. Toolgate's own additions to the format: `title`, `version`, `group` (for people);
 * `effect` (what running it can do, `write` when not said); `human_approval` (ask before every call); `overrides`
 * (consent to replace a tool of a lower layer); `environment` (names of variables that the program may see);
 * `allowed_flags` (options that free mode permits beyond the shipped ones); `stdin` (what the program reads from standard
 * input); `secrets` (variables whose values are secrets); `output` (how standard output is read and shown); `sandbox` (how
 * far the program is confined).
 */
export const TOOL_SHAPE: ToolShape = {
  name: required(field.string(), 'Add a line like `name = "files.count"`.'),
  title: field.string(),
  description: field.string(),
  version: field.string(),
  kind: required(
    field.oneOf<Kind>({ values: ["command", "internal"], what: "kind", code: "unknown-kind" }),
    'Add `kind = "command"`.',
  ),
  binary: field.string(),
  api: field.string(),
  args_mode: field.oneOf<ArgsMode>({ values: ["template", "free"], what: "args_mode", code: "unknown-mode" }),
  args: field.any(),
  allowed_subcommands: field.strings(),
  allowed_flags: field.strings(),
  params: field.table(),
  constraints: field.table(),
  enabled: field.boolean(),
  group: field.string(),
  effect: field.oneOf<Effect>({ values: EFFECTS, what: "effect", code: "unknown-effect" }),
  human_approval: field.boolean(),
  overrides: field.boolean(),
  environment: field.strings(),
  stdin: field.string(),
  secrets: field.table(),
  output: field.table(),
  sandbox: field.table(),
};

const CONSTRAINT_KEYS: readonly string[] = ["timeout_seconds", "cwd", "max_stdout_bytes", "max_stderr_bytes"];
const PARAM_KEYS: readonly string[] = [
  "type",
  "optional",
  "default",
  "pattern",
  "values",
  "min",
  "max",
  "allowed_prefix",
  "multiline",
];
const SANDBOX_KEYS: readonly string[] = ["profile", "writable", "readable", "network", "memory_mb", "processes"];
const OUTPUT_KEYS: readonly string[] = ["parser", "max_model_chars", "audience"];

/** Where a key belongs that people write at the top of the file by mistake. */
export function findToolHome(key: string): string | null {
  if (CONSTRAINT_KEYS.includes(key)) return "belongs in [constraints]";
  if (SANDBOX_KEYS.includes(key)) return "belongs in [sandbox]";
  if (OUTPUT_KEYS.includes(key)) return "belongs in [output]";
  return PARAM_KEYS.includes(key) ? "belongs in a [params.NAME] table" : null;
}

/** Where a key of the tool belongs that stands in one of its tables: in TOML, all below a `[table]` line is part of it. */
export function findTopHome(key: string): string | null {
  return Object.hasOwn(TOOL_SHAPE, key) ? "belongs at the top of the file, above every [table]" : null;
}
