import type { TomlPosition } from "./locate.ts";

/** What TOML can hold. Integers are `bigint`, floats are `number`, so that the two are never mixed up. */
export type TomlValue = string | number | bigint | boolean | Date | readonly TomlValue[] | TomlTable;

/** A table without a prototype: only keys that stand in the file. */
export interface TomlTable {
  readonly [key: string]: TomlValue | undefined;
}

export type TomlPath = readonly (string | number)[];

/** What a message points at: a key, the value behind it, or the first occurrence of a text inside that value. */
export interface Place {
  readonly path: TomlPath;
  readonly part: "key" | "value";
  readonly fragment?: string | undefined;
}

/** A file that is TOML. Whether it makes sense is for the formats to say. */
export interface TomlDocument {
  readonly file: string;
  /** As parsed: without a byte order mark. */
  readonly text: string;
  readonly root: TomlTable;
  /** Where a place stands; a place that does not exist gives the nearest thing around it. Never throws. */
  locate(place: Place): TomlPosition;
}

/** Whether a value is a table, and not one of the other objects that TOML knows. */
export function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}
