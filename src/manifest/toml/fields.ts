import type { JsonObject } from "../../model/json.ts";
import { findNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import { addError } from "./issue-log.ts";
import type { IssueLog } from "./issue-log.ts";
import { isTable } from "./toml-document.ts";
import type { TomlPath, TomlTable, TomlValue } from "./toml-document.ts";

/** A table together with where it stands. */
export interface TableSource {
  readonly table: TomlTable;
  readonly path: TomlPath;
}

/** How one key is read. */
export interface Field<T> {
  readonly required: boolean;
  /** Shown when a required key is missing. */
  readonly hint: string | null;
  /** Gives `undefined` after having reported why. */
  readonly read: (value: TomlValue, path: TomlPath, log: IssueLog) => T | undefined;
  /** What can be read, as JSON Schema. Only called when the published schemas are made. */
  readonly schema: () => JsonObject;
}

type Scalar = string | number | boolean;

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Text that must be one of a few words; `aliases` are words that people try instead. */
interface Choice<T extends string> {
  readonly values: readonly T[];
  /** What the word names, for the message: `type`, `effect`. */
  readonly what: string;
  readonly code: string;
  readonly aliases?: Readonly<Record<string, T>>;
}

/** The kinds of keys that tables are described with. */
export const field = {
  string: (): Field<string> =>
    simple("a string", (value) => (typeof value === "string" ? value : undefined), toType("string")),
  boolean: (): Field<boolean> =>
    simple("true or false", (value) => (typeof value === "boolean" ? value : undefined), toType("boolean")),
  integer: (bounds: Bounds = {}): Field<number> =>
    bounded(
      simple("an integer", (value) => (typeof value === "bigint" ? Number(value) : undefined), toType("integer")),
      bounds,
    ),
  number: (): Field<number> => bounded(simple("a number", toNumber, toType("number")), {}),
  scalar: (): Field<Scalar> =>
    bounded(simple("a string, a number, true or false", toScalar, toType("string", "number", "boolean")), {}),
  strings: (): Field<readonly string[]> => optional(readStrings, () => ({ type: "array", items: { type: "string" } })),
  oneOf: <const T extends string>(choice: Choice<T>): Field<T> =>
    optional(
      (value, path, log) => readChoice(choice, value, path, log),
      () => ({ enum: choice.values }),
    ),
  table: (): Field<TableSource> =>
    optional((table, path, log) => {
      if (isTable(table)) return { table, path };
      reportType("a table", table, path, log);
      return undefined;
    }, toType("object")),
  any: (): Field<TomlValue> =>
    optional(
      (value) => value,
      () => ({}),
    ),
} as const;

/** The same key, but it must be there. */
export function required<T>(inner: Field<T>, hint: string | null = null): Field<T> {
  return { ...inner, required: true, hint };
}

function optional<T>(read: Field<T>["read"], schema: Field<T>["schema"]): Field<T> {
  return { required: false, hint: null, read, schema };
}

function toType(...types: readonly string[]): () => JsonObject {
  return () => ({ type: types.length === 1 ? (types[0] ?? "") : types });
}

function simple<T>(
  expected: string,
  convert: (value: TomlValue) => T | undefined,
  schema: Field<T>["schema"],
): Field<T> {
  return optional((value, path, log) => {
    const converted = convert(value);
    if (converted === undefined) reportType(expected, value, path, log);
    return converted;
  }, schema);
}

function bounded<T extends Scalar>(inner: Field<T>, bounds: Bounds): Field<T> {
  return optional(
    (value, path, log) => {
      const read = inner.read(value, path, log);
      if (typeof read !== "number") return read;
      const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
      const whole = typeof value === "bigint";
      const fits = whole ? read >= min && read <= max : Number.isFinite(read);
      if (fits) return read;
      const expected = whole ? `an integer from ${min} to ${max}` : "a finite number";
      addError(log, "out-of-range", { path, part: "value" }, `${nameOf(path)} must be ${expected}, but is ${read}`);
      return undefined;
    },
    toBoundedSchema(inner, bounds),
  );
}

function toBoundedSchema(inner: Field<unknown>, { min, max }: Bounds): () => JsonObject {
  return () => ({
    ...inner.schema(),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  });
}

function toNumber(value: TomlValue): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "bigint" ? Number(value) : undefined;
}

function toScalar(value: TomlValue): Scalar | undefined {
  return typeof value === "string" || typeof value === "boolean" ? value : toNumber(value);
}

function readStrings(value: TomlValue, path: TomlPath, log: IssueLog): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    reportType("a list of strings", value, path, log);
    return undefined;
  }
  const strings: string[] = [];
  for (const [index, entry] of (value as readonly TomlValue[]).entries()) {
    if (typeof entry === "string") strings.push(entry);
    else reportType("a string", entry, [...path, index], log);
  }
  return strings.length === value.length ? strings : undefined;
}

function readChoice<T extends string>(
  choice: Choice<T>,
  value: TomlValue,
  path: TomlPath,
  log: IssueLog,
): T | undefined {
  if (typeof value !== "string") {
    reportType("a string", value, path, log);
    return undefined;
  }
  const found = choice.values.find((known) => known === value);
  if (found !== undefined) return found;
  const { aliases = {} } = choice;
  const meant = Object.hasOwn(aliases, value) ? aliases[value] : findNearest(value, choice.values);
  const suggestion = meant === null || meant === undefined ? "" : `, did you mean \`${meant}\`?`;
  const message = `unknown ${choice.what} \`${showText(value)}\`${suggestion}`;
  addError(log, choice.code, { path, part: "value" }, message, `Known: ${choice.values.join(", ")}.`);
  return undefined;
}

/** Reports a value of the wrong kind: what was expected and what came. */
export function reportType(expected: string, value: TomlValue, path: TomlPath, log: IssueLog): void {
  const message = `${nameOf(path)} must be ${expected}, but is ${describe(value)}`;
  addError(log, "wrong-type", { path, part: "value" }, message);
}

function nameOf(path: TomlPath): string {
  const last = path.at(-1) ?? "the file";
  return typeof last === "string" ? `\`${showText(last)}\`` : `entry ${last + 1} of ${nameOf(path.slice(0, -1))}`;
}

function describe(value: TomlValue): string {
  if (typeof value === "string") return `a string ("${showText(value, 40)}")`;
  if (typeof value === "bigint") return `an integer (${showText(value.toString(), 40)})`;
  if (typeof value === "number") return `a float (${value})`;
  if (typeof value === "boolean") return `a boolean (${value})`;
  if (value instanceof Date) return "a date or time";
  return Array.isArray(value) ? "a list" : "a table";
}
