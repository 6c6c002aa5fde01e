import type { SpecialKeys } from "../json/to-table.ts";
import { field, required } from "../toml/fields.ts";
import type { Field } from "../toml/fields.ts";
import type { TomlValue } from "../toml/toml-document.ts";
import { PRESET_NAMES } from "./presets/presets.ts";
import type { PresetName } from "./presets/presets.ts";

type CredentialedShape = {
  readonly binary_name: Field<string>;
  readonly binary_path: Field<string>;
  readonly description: Field<string>;
  readonly encrypted_env: Field<TomlValue>;
  readonly deny_args: Field<readonly string[]>;
  readonly deny_verbose: Field<readonly string[]>;
  readonly timeout_seconds: Field<number>;
  readonly tips: Field<string>;
  readonly agent_id: Field<string>;
  readonly enabled: Field<boolean>;
  readonly name: Field<string>;
  readonly preset: Field<PresetName>;
  readonly human_approval: Field<boolean>;
  readonly overrides: Field<boolean>;
};

const DAY_SECONDS = 86_400;

/**
 * The keys of a record. From `name` on they are Toolgate's own additions to the format: `name` (of the tool, when the
 * program's will not do), `preset` (a shipped list to add to the record's own), `human_approval` (ask before every call),
 * `overrides` (consent to replace a tool of a lower layer).
 */
export const CREDENTIALED_SHAPE: CredentialedShape = {
  binary_name: required(field.string(), 'Add a member like `"binary_name": "gh"`.'),
  binary_path: field.string(),
  description: field.string(),
  encrypted_env: field.any(),
  deny_args: field.strings(),
  deny_verbose: field.strings(),
  timeout_seconds: field.integer({ min: 1, max: DAY_SECONDS }),
  tips: field.string(),
  agent_id: field.string(),
  enabled: field.boolean(),
  name: field.string(),
  preset: field.oneOf<PresetName>({ values: PRESET_NAMES, what: "preset", code: "unknown-preset" }),
  human_approval: field.boolean(),
  overrides: field.boolean(),
};

/** Programs that write these records write every key; `null` is how they say that it does not count. */
export const CREDENTIALED_SPECIAL: SpecialKeys = {
  nullable: [
    "binary_path",
    "description",
    "encrypted_env",
    "deny_args",
    "deny_verbose",
    "timeout_seconds",
    "tips",
    "agent_id",
    "name",
    "preset",
  ],
  opaque: ["encrypted_env"],
};
