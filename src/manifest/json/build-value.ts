import { visit } from "jsonc-parser";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { toPosition } from "../toml/locate.ts";
import { toSyntaxProblem } from "./syntax-problem.ts";

/** What keeps a text from being read, and where it stands in it. */
export interface Problem {
  readonly code: string;
  readonly range: readonly [start: number, end: number];
  readonly message: string;
  readonly hint: string | null;
}

interface Container {
  readonly value: JsonValue[] | Record<string, JsonValue>;
  readonly keys: Map<string, number>;
  key: string;
  size: number;
}

interface Building {
  readonly text: string;
  readonly maxEntries: number;
  readonly open: Container[];
  readonly problems: Problem[];
  root: JsonValue;
  /** Where a comma stands that nothing has followed yet. */
  comma: number | null;
}

/** More than this helps nobody, and each costs a look through the text. */
const MAX_PROBLEMS = 20;

/** Builds the value of a JSON text, and everything that is wrong with it; the value only counts when nothing is. */
export function buildValue(
  text: string,
  maxEntries: number,
): { readonly root: JsonValue; readonly problems: readonly Problem[] } {
  const building: Building = { text, maxEntries, open: [], problems: [], root: null, comma: null };
  const syntax: Problem[] = [];
  visit(
    text,
    {
      onObjectBegin: () => begin(building, Object.create(null) as Record<string, JsonValue>),
      onObjectProperty: (key, offset, length) => addKey(building, key, offset, length),
      onObjectEnd: () => end(building),
      onArrayBegin: () => begin(building, []),
      onArrayEnd: () => end(building),
      onLiteralValue: (value: unknown, offset, length) => addLiteral(building, value, offset, length),
      onSeparator: (character, offset) => void (building.comma = character === "," ? offset : building.comma),
      onComment: (offset, length) => addComment(building, offset, length),
      onError: (error, offset, length) => {
        if (syntax.length === 0) syntax.push(toSyntaxProblem(error, offset, length));
      },
    },
    { allowTrailingComma: true },
  );
  // After one mistake in the syntax, a parser that goes on sees many; only the first one is the author's.
  return { root: building.root, problems: [...building.problems, ...syntax] };
}

function begin(building: Building, value: Container["value"]): void {
  add(building, value);
  building.open.push({ value, keys: new Map(), key: "", size: 0 });
}

function end(building: Building): void {
  if (building.comma !== null) {
    const range = [building.comma, building.comma + 1] as const;
    const hint = "Delete it: JSON has commas between entries only.";
    report(building, { code: "trailing-comma", range, message: "nothing follows this comma", hint });
  }
  building.comma = null;
  building.open.pop();
}

function addKey(building: Building, key: string, offset: number, length: number): void {
  building.comma = null;
  const container = building.open.at(-1);
  if (container === undefined) return;
  const first = container.keys.get(key);
  if (first !== undefined && building.problems.length < MAX_PROBLEMS) {
    const { line, column } = toPosition(building.text, [first, first]);
    const message = `the key "${showText(key)}" is already there, in line ${line}, column ${column}`;
    const range = [offset, offset + length] as const;
    report(building, { code: "duplicate-key", range, message, hint: "Keep one of the two." });
  }
  container.keys.set(key, first ?? offset);
  container.key = key;
}

function addLiteral(building: Building, value: unknown, offset: number, length: number): void {
  const range = [offset, offset + length] as const;
  if (typeof value === "number") {
    const written = building.text.slice(...range);
    const isExact = /^-?\d+$/.test(written) ? Number.isSafeInteger(value) : Number.isFinite(value);
    const message = `the number ${showText(written, 40)} cannot be held exactly; integers reach to 2^53`;
    if (!isExact) report(building, { code: "out-of-range", range, message, hint: null });
  }
  add(building, value as JsonValue);
}

function add(building: Building, value: JsonValue): void {
  building.comma = null;
  const container = building.open.at(-1);
  if (container === undefined) {
    building.root = value;
    return;
  }
  if (++container.size === building.maxEntries + 1) {
    const message = `more than ${building.maxEntries} entries in one place`;
    report(building, { code: "too-many-entries", range: [0, 0], message, hint: null });
  }
  if (Array.isArray(container.value)) container.value.push(value);
  else container.value[container.key] = value;
}

function addComment(building: Building, offset: number, length: number): void {
  const hint = "Delete it, or say it in `description`.";
  const range = [offset, offset + length] as const;
  report(building, { code: "json-comment", range, message: "comments are not part of JSON", hint });
}

function report(building: Building, problem: Problem): void {
  if (building.problems.length < MAX_PROBLEMS) building.problems.push(problem);
}
