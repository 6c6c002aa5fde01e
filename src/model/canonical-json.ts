import type { JsonValue } from "./json.ts";

type Members = Readonly<Record<string, JsonValue | undefined>>;

/**
 * One text per value: keys sorted by UTF-16 code unit, no spaces, `undefined` members left out. What is hashed and
 * stored is always this form, so that equal values have equal hashes.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  // Without objects in it there is nothing to put in order, and the engine's own writer is much faster.
  if (Array.isArray(value) && value.every(isPlain)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonicalJson(item)).join(",")}]`;
  const members = value as Members;
  let text = "";
  for (const [key, quoted] of inOrder(Object.keys(members))) {
    const member = members[key];
    if (member === undefined) continue;
    text += text === "" ? quoted : `,${quoted}`;
    text += canonicalJson(member);
  }
  return `{${text}}`;
}

function isPlain(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
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
