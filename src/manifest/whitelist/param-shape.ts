import { field, required } from "../toml/fields.ts";
import type { Field } from "../toml/fields.ts";

export const PARAM_TYPES = ["path", "duration", "int", "float", "bool", "enum", "text", "identifier"] as const;
export type WhitelistParamType = (typeof PARAM_TYPES)[number];

type ParamShape = {
  readonly type: Field<WhitelistParamType>;
  readonly description: Field<string>;
  readonly optional: Field<boolean>;
  readonly default: Field<string | number | boolean>;
  readonly allow_leading_dash: Field<boolean>;
  readonly allowed_prefix: Field<string>;
  readonly min: Field<number>;
  readonly max: Field<number>;
  readonly values: Field<readonly string[]>;
  readonly pattern: Field<string>;
  readonly multiline: Field<boolean>;
};

/** Names that other formats use for the same types. */
const ALIASES: Readonly<Record<string, WhitelistParamType>> = {
  string: "text",
  str: "text",
  integer: "int",
  number: "float",
  double: "float",
  boolean: "bool",
  file: "path",
  folder: "path",
  directory: "path",
  choice: "enum",
  time: "duration",
};

/**
 * Toolgate's own additions to a parameter: `description`, `allow_leading_dash` for values like `-1`, and `multiline` for
 * text of any characters, which only standard input takes.
 */
const COMMON = {
  type: required(
    field.oneOf({ values: PARAM_TYPES, what: "type", code: "unknown-type", aliases: ALIASES }),
    `Known: ${PARAM_TYPES.join(", ")}.`,
  ),
  description: field.string(),
  optional: field.boolean(),
  default: field.scalar(),
  allow_leading_dash: field.boolean(),
};

const OWN: Readonly<Record<WhitelistParamType, Readonly<Record<string, Field<unknown>>>>> = {
  path: { allowed_prefix: field.string() },
  duration: {},
  int: { min: field.integer(), max: field.integer() },
  float: { min: field.number(), max: field.number() },
  bool: {},
  enum: { values: required(field.strings(), 'List the permitted values: `values = ["a", "b"]`.') },
  text: { pattern: field.string(), multiline: field.boolean() },
  identifier: {},
};

const OWN_KEYS: readonly string[] = [...new Set(PARAM_TYPES.flatMap((type) => Object.keys(OWN[type])))];

const SHAPES: ReadonlyMap<WhitelistParamType, ParamShape> = new Map(
  PARAM_TYPES.map((type) => [type, { ...COMMON, ...OWN[type] } as unknown as ParamShape] as const),
);

/** The keys that a parameter of this type may have. Of an unknown type any of them is taken, to report one error. */
export function toParamShape(type: WhitelistParamType | null): ParamShape {
  const shape = type === null ? undefined : SHAPES.get(type);
  return (
    shape ?? ({ ...COMMON, ...Object.fromEntries(OWN_KEYS.map((key) => [key, field.any()])) } as unknown as ParamShape)
  );
}

/** Where a key belongs that this type does not have; `null` for a key of no type. */
export function findKeyHome(key: string, type: WhitelistParamType): string | null {
  const owners = PARAM_TYPES.filter((other) => Object.hasOwn(OWN[other], key)).map((other) => `\`${other}\``);
  return owners.length === 0 ? null : `belongs to the type ${owners.join(" and ")}, not to \`${type}\``;
}
