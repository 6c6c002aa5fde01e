import { field, required } from "../toml/fields.ts";
import type { Field } from "../toml/fields.ts";
import type { ReadTable } from "../toml/table-reader.ts";

const ARG_TYPES = [
  "string",
  "integer",
  "number",
  "port",
  "boolean",
  "enum",
  "scope_target",
  "url",
  "path",
  "ip_address",
  "cidr",
  "duration",
  "regex_match",
] as const;
/** Types of the format that this version does not have; named so that they are told apart from a slip. */
export const ABSENT_TYPES: readonly string[] = ["msf_options", "credential_file"];
export type ToolcladArgType = (typeof ARG_TYPES)[number];

type ArgShape = {
  readonly type: Field<string>;
  readonly position: Field<number>;
  readonly required: Field<boolean>;
  readonly description: Field<string>;
  readonly default: Field<string | number | boolean>;
  readonly allow_leading_dash: Field<boolean>;
  readonly sanitize: Field<readonly string[]>;
  readonly allowed: Field<readonly string[]>;
  readonly pattern: Field<string>;
  readonly allow_empty: Field<boolean>;
  readonly min: Field<number>;
  readonly max: Field<number>;
  readonly min_float: Field<number>;
  readonly max_float: Field<number>;
  readonly clamp: Field<boolean>;
  readonly schemes: Field<readonly string[]>;
  readonly scope_check: Field<boolean>;
};

export type ArgTable = ReadTable<ArgShape>;

const ALIASES: Readonly<Record<string, ToolcladArgType>> = {
  text: "string",
  str: "string",
  int: "integer",
  float: "number",
  bool: "boolean",
  file: "path",
  ip: "ip_address",
  host: "scope_target",
  target: "scope_target",
  regex: "regex_match",
};

/** Toolgate's own additions to an argument: `allow_empty` and `allow_leading_dash`. */
const COMMON = {
  type: required(
    field.oneOf<string>({
      values: [...ARG_TYPES, ...ABSENT_TYPES],
      what: "type",
      code: "unknown-type",
      aliases: ALIASES,
    }),
    `Known: ${ARG_TYPES.join(", ")}.`,
  ),
  position: field.integer(),
  required: field.boolean(),
  description: field.string(),
  default: field.scalar(),
  allow_leading_dash: field.boolean(),
  sanitize: field.strings(),
};

const TEXT = { pattern: field.string(), allow_empty: field.boolean() };
const OWN: Readonly<Record<ToolcladArgType, Readonly<Record<string, Field<unknown>>>>> = {
  string: TEXT,
  integer: { min: field.integer(), max: field.integer(), clamp: field.boolean() },
  number: {
    min: field.number(),
    max: field.number(),
    min_float: field.number(),
    max_float: field.number(),
    clamp: field.boolean(),
  },
  port: {},
  boolean: {},
  enum: { allowed: required(field.strings(), 'List the permitted values: `allowed = ["a", "b"]`.') },
  scope_target: {},
  url: { schemes: field.strings(), scope_check: field.boolean() },
  path: {},
  ip_address: {},
  cidr: {},
  duration: {},
  regex_match: { ...TEXT, pattern: required(field.string(), "Add a `pattern` that the whole value matches: `^…$`.") },
};
const OWN_KEYS: readonly string[] = [...new Set(ARG_TYPES.flatMap((type) => Object.keys(OWN[type])))];

/** The type that a table names, when this version has it. */
export function toArgType(value: unknown): ToolcladArgType | null {
  return ARG_TYPES.find((known) => known === value) ?? null;
}

const SHAPES: ReadonlyMap<ToolcladArgType | null, ArgShape> = new Map(
  [null, ...ARG_TYPES].map((type) => {
    const own = type === null ? Object.fromEntries(OWN_KEYS.map((key) => [key, field.any()])) : OWN[type];
    return [type, { ...COMMON, ...own } as unknown as ArgShape] as const;
  }),
);

/** The keys that an argument of this type may have. Of an unknown type any of them is taken, to report one error. */
export function toArgShape(type: ToolcladArgType | null): ArgShape {
  return SHAPES.get(type) ?? ({ ...COMMON } as unknown as ArgShape);
}

/** Where a key belongs that this type does not have; `null` for a key of no type. */
export function findKeyHome(key: string, type: ToolcladArgType): string | null {
  const owners = ARG_TYPES.filter((other) => Object.hasOwn(OWN[other], key)).map((other) => `\`${other}\``);
  return owners.length === 0 ? null : `belongs to the type ${owners.join(" and ")}, not to \`${type}\``;
}
