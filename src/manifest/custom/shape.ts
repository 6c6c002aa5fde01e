import { EFFECTS } from "../../model/tool.ts";
import type { Effect } from "../../model/tool.ts";
import { field, required } from "../toml/fields.ts";
import type { Field, TableSource } from "../toml/fields.ts";
import type { SpecialKeys } from "../json/to-table.ts";
import type { TomlValue } from "../toml/toml-document.ts";

type CustomShape = {
  readonly name: Field<string>;
  readonly description: Field<string>;
  readonly parameters: Field<TomlValue>;
  readonly command: Field<string>;
  readonly working_dir: Field<string>;
  readonly timeout_seconds: Field<number>;
  readonly enabled: Field<boolean>;
  readonly agent_id: Field<string>;
  readonly env: Field<TomlValue>;
  readonly title: Field<string>;
  readonly group: Field<string>;
  readonly effect: Field<Effect>;
  readonly human_approval: Field<boolean>;
  readonly overrides: Field<boolean>;
  readonly environment: Field<readonly string[]>;
  readonly output_schema: Field<TomlValue>;
  readonly stdin: Field<string>;
  readonly secrets: Field<TableSource>;
  readonly sandbox: Field<TableSource>;
};

const DAY_SECONDS = 86_400;

/**
 * The keys of a custom tool. From `title` on they are Toolgate's own additions to the format: `title`, `group` (for
 * people); `effect` (what running it can do, `write` when not said); `human_approval` (ask before every call);
 * `overrides` (consent to replace a tool of a lower layer); `environment` (names of variables of the gateway that the
 * programs may see); `output_schema` (what the output, read as JSON, must fit); `stdin` (what the program reads from
 * standard input); `secrets` (variables whose values are secrets); `sandbox` (how far the programs are confined).
 */
export const CUSTOM_SHAPE: CustomShape = {
  name: required(field.string(), 'Add a member like `"name": "dns_lookup"`.'),
  description: field.string(),
  parameters: field.any(),
  command: required(field.string(), 'Add a member like `"command": "dig +short {{.domain}}"`.'),
  working_dir: field.string(),
  timeout_seconds: field.integer({ min: 1, max: DAY_SECONDS }),
  enabled: field.boolean(),
  agent_id: field.string(),
  env: field.any(),
  title: field.string(),
  group: field.string(),
  effect: field.oneOf<Effect>({ values: EFFECTS, what: "effect", code: "unknown-effect" }),
  human_approval: field.boolean(),
  overrides: field.boolean(),
  environment: field.strings(),
  output_schema: field.any(),
  stdin: field.string(),
  secrets: field.table(),
  sandbox: field.table(),
};

/** Programs that write these files write every key; `null` is how they say that it does not count. */
export const CUSTOM_SPECIAL: SpecialKeys = {
  nullable: ["working_dir", "agent_id", "env", "title", "group", "output_schema", "stdin", "secrets", "sandbox"],
  opaque: ["parameters", "env", "output_schema"],
};
