import { field } from "../toml/fields.ts";
import type { Field } from "../toml/fields.ts";
import type { ReadTable } from "../toml/table-reader.ts";

/** The types of the format. */
export const ARG_TYPES = [
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
  "msf_options",
  "credential_file",
  "duration",
  "regex_match",
] as const;
export type ToolcladArgType = (typeof ARG_TYPES)[number];

type ArgShape = {
  readonly type: Field<unknown>;
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

/** Toolgate's own additions to an argument: `allow_empty` and `allow_leading_dash`. `type` is read before all others. */
const COMMON = {
  type: field.any(),
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
  enum: { allowed: field.strings() },
  scope_target: {},
  url: { schemes: field.strings(), scope_check: field.boolean() },
  path: {},
  ip_address: {},
  cidr: {},
  msf_options: {},
  credential_file: {},
  duration: {},
  regex_match: TEXT,
};
const OWN_KEYS: readonly string[] = [...new Set(ARG_TYPES.flatMap((type) => Object.keys(OWN[type])))];

/** What a type of the project may set; the rest is for each argument to say. */
const TYPE_KEYS: readonly string[] = ["allowed", "pattern", "min", "max", "min_float", "max_float"];

/** The built-in type of that name. */
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

/** The constraints that a type of the project may set when it builds on `base`; of an unknown base any. */
export function toTypeShape(base: ToolcladArgType | null): Readonly<Record<string, Field<unknown>>> {
  if (base === null) return Object.fromEntries(OWN_KEYS.map((key) => [key, field.any()]));
  return Object.fromEntries(Object.entries(OWN[base]).filter(([key]) => TYPE_KEYS.includes(key)));
}

/** Where a key belongs that this type does not have; `null` for a key of no type. */
export function findKeyHome(key: string, type: ToolcladArgType): string | null {
  const owners = ARG_TYPES.filter((other) => Object.hasOwn(OWN[other], key)).map((other) => `\`${other}\``);
  return owners.length === 0 ? null : `belongs to the type ${owners.join(" and ")}, not to \`${type}\``;
}

/** Whether a key of `[args.NAME]` is for the argument alone to say, and not for a type. */
export function isArgumentKey(key: string): boolean {
  return Object.hasOwn(COMMON, key) || (OWN_KEYS.includes(key) && !TYPE_KEYS.includes(key));
}
