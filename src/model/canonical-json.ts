import type { JsonObject, JsonValue } from "./json.ts";

/**
 * One text per value: keys sorted by UTF-16 code unit, no spaces, `undefined` members left out. What is hashed and
 * stored is always this form, so that equal values have equal hashes.
 */
export function canonicalJson(value: JsonValue): string {
  const kept = typeof value === "object" && value !== null ? KEPT.get(value) : undefined;
  if (kept !== undefined) return kept;
  const others = new Set<JsonValue>();
  findUnordered(value, others);
  return write(value, others);
}

/** The text of an object that nobody may change from now on: it is not written a second time. */
export function keepCanonicalJson(value: JsonObject): string {
  const text = canonicalJson(value);
  KEPT.set(value, text);
  return text;
}

const KEPT = new WeakMap<object, string>();

/** The same members in the order in which they are written: whatever stands around them is written faster then. */
export function orderKeys(members: JsonObject): JsonObject {
  return Object.fromEntries(inOrder(Object.keys(members)).map(([key]) => [key, members[key]]));
}

/** Whether some object in a value has its keys in another order; `found` gets every part of which that is so. */
function findUnordered(value: JsonValue, found: Set<JsonValue>): boolean {
  if (value === null || typeof value !== "object") return false;
  let isUnordered = false;
  if (Array.isArray(value)) {
    for (const item of value) if (findUnordered(item as JsonValue, found)) isUnordered = true;
  } else {
    const members = value as JsonObject;
    let before = "";
    for (const key of Object.keys(members)) {
      if (findUnordered(members[key] ?? null, found) || key < before) isUnordered = true;
      before = key;
    }
  }
  if (isUnordered) found.add(value);
  return isUnordered;
}

/** What is in order already is left to the engine's own writer, which is much faster. */
function write(value: JsonValue, unordered: ReadonlySet<JsonValue>): string {
  if (value === null || typeof value !== "object" || !unordered.has(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => write(item, unordered)).join(",")}]`;
  const members = value as JsonObject;
  let text = "";
  for (const [key, quoted] of inOrder(Object.keys(members))) {
    const member = members[key];
    if (member === undefined) continue;
    text += text === "" ? quoted : `,${quoted}`;
    text += write(member, unordered);
  }
  return `{${text}}`;
}

interface Order {
  readonly keys: readonly string[];
  /** The same keys sorted, each with its quoted form and colon. */
  readonly sorted: readonly (readonly [key: string, quoted: string])[];
}

/** The same few kinds of object are written again and again; sorting their keys each time took half of the time. */
const orders = new Map<string, Order>();
const MAX_ORDERS = 500;
const MAX_REMEMBERED_LENGTH = 1_000;

function inOrder(keys: readonly string[]): Order["sorted"] {
  const id = keys.join();
  const known = orders.get(id);
  // Keys may contain the separator: what was found must be these keys and no others.
  if (known?.keys.length === keys.length && known.keys.every((key, index) => key === keys[index])) return known.sorted;
  const sorted = keys.toSorted().map((key) => [key, `${JSON.stringify(key)}:`] as const);
  if (id.length <= MAX_REMEMBERED_LENGTH) {
    if (orders.size >= MAX_ORDERS) orders.clear();
    orders.set(id, { keys, sorted });
  }
  return sorted;
}
