import { addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TableSource } from "../../toml/fields.ts";
import type { TomlTable } from "../../toml/toml-document.ts";
import { showText } from "../../../text/show-text.ts";
import type { ArgTable } from "../arg-shape.ts";
import type { ResolvedType } from "./resolve-type.ts";

/** Keys that say the same thing: what a type sets in one of them must not come undone by the other. */
const RIVALS: readonly (readonly string[])[] = [
  ["min", "min_float"],
  ["max", "max_float"],
];

/** An argument's keys as they count, and what of its own table is still in force. */
interface Merged {
  readonly read: ArgTable;
  readonly source: TableSource;
}

/** Adds the constraints that the argument's type sets. What the type sets wins, and the argument's author is told. */
export function mergeConstraints(read: ArgTable, { custom }: ResolvedType, source: TableSource, log: IssueLog): Merged {
  if (custom === null) return { read, source };
  const set = Object.keys(custom.constraints).flatMap((key) => RIVALS.find((keys) => keys.includes(key)) ?? [key]);
  for (const key of set.filter((taken) => Object.hasOwn(source.table, taken))) {
    const message = `\`${key}\` has no effect here: the type \`${showText(custom.name)}\` sets it`;
    const hint = "Delete it, or change the type in toolclad.toml.";
    addWarning(log, "overridden-constraint", { path: [...source.path, key], part: "key" }, message, hint);
  }
  const keep = (table: object): object =>
    Object.fromEntries(Object.entries(table).filter(([key]) => !set.includes(key)));
  // Each constraint was read with the field of its key when the project was.
  const merged = { ...keep(read), ...custom.constraints } as ArgTable;
  return { read: merged, source: { ...source, table: keep(source.table) as TomlTable } };
}
