import { findNearest } from "../../text/find-nearest.ts";
import { showText } from "../../text/show-text.ts";
import type { Field, TableSource } from "./fields.ts";
import { addError, isFull } from "./issue-log.ts";
import type { IssueLog } from "./issue-log.ts";

export type TableShape = Readonly<Record<string, Field<unknown>>>;

/** What reading gives: a key that is absent, or was reported, is `undefined`. */
export type ReadTable<Shape extends TableShape> = {
  readonly [Key in keyof Shape]: Shape[Key] extends Field<infer T> ? T | undefined : never;
};

/** For a key that people put into a table by mistake, where it belongs; `null` for any other. */
type Misplaced = (key: string) => string | null;

/**
 * Reads the keys that `shape` describes and reports missing, mistyped and unknown ones, all of them.
 */
export function readTable<Shape extends TableShape>(
  source: TableSource,
  shape: Shape,
  log: IssueLog,
  misplaced: Misplaced = () => null,
): ReadTable<Shape> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(shape)) {
    const value = source.table[key];
    if (value !== undefined) values[key] = field.read(value, [...source.path, key], log);
    else if (field.required) reportMissing(source, key, field, log);
  }
  const unknown = Object.keys(source.table).filter((key) => !Object.hasOwn(shape, key));
  for (const key of unknown) {
    if (isFull(log)) break;
    reportUnknown(source, key, shape, log, misplaced);
  }
  return values as ReadTable<Shape>;
}

function reportMissing(source: TableSource, key: string, field: Field<unknown>, log: IssueLog): void {
  const where = source.path.length === 0 ? "" : ` in [${showText(source.path.join("."))}]`;
  addError(log, "missing-key", { path: source.path, part: "key" }, `\`${key}\` is missing${where}`, field.hint);
}

function reportUnknown(source: TableSource, key: string, shape: TableShape, log: IssueLog, misplaced: Misplaced): void {
  const place = { path: [...source.path, key], part: "key" } as const;
  const belongs = misplaced(key);
  if (belongs !== null) {
    addError(log, "misplaced-key", place, `\`${key}\` ${belongs}`);
    return;
  }
  const nearest = findNearest(key, Object.keys(shape));
  const suggestion = nearest === null ? "" : `, did you mean \`${nearest}\`?`;
  const hint = `Known here: ${Object.keys(shape).join(", ")}.`;
  addError(log, "unknown-key", place, `unknown key \`${showText(key)}\`${suggestion}`, hint);
}
