import type { JsonBodyPart } from "../../model/backend.ts";

/** A place for a value or a secret. */
export type JsonPlace = Exclude<JsonBodyPart, { kind: "text" }>;

/** An author-written JSON text as a tree; what the author wrote of keys, texts and numbers stays as written. */
export type JsonNode =
  | { readonly kind: "object"; readonly members: readonly (readonly [key: string, value: JsonNode])[] }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  /** A number or a word. */
  | { readonly kind: "literal"; readonly text: string }
  /** What stands between the quotes, with its escapes. */
  | { readonly kind: "string"; readonly parts: readonly (string | JsonPlace)[] }
  | { readonly kind: "place"; readonly place: JsonPlace };

interface Reader {
  readonly text: string;
  /** Those that are still to come, last first. */
  readonly places: JsonPlace[];
  at: number;
}

/** Stands for the places, in order. A raw control character is nowhere in JSON, and in no body of an author. */
const MARK = "\u0001";

/** Reads what the manifest's reader found to be JSON. @throws Error for anything else */
export function parseJsonTemplate(parts: readonly JsonBodyPart[]): JsonNode {
  const text = parts.map((part) => (part.kind === "text" ? part.text.replaceAll(MARK, "") : MARK)).join("");
  const places = parts.filter((part) => part.kind !== "text");
  return readNode({ text, places: places.toReversed(), at: 0 });
}

function readNode(reader: Reader): JsonNode {
  skipSpace(reader);
  const first = reader.text.charAt(reader.at);
  if (first === "{") return { kind: "object", members: readList(reader, "}", readMember) };
  if (first === "[") return { kind: "array", items: readList(reader, "]", readNode) };
  if (first === '"') return { kind: "string", parts: readString(reader) };
  if (first === MARK) return { kind: "place", place: takePlace(reader) };
  return { kind: "literal", text: take(reader, /[-+.\w]+/y) };
}

function readList<Item>(reader: Reader, close: string, read: (reader: Reader) => Item): readonly Item[] {
  const items: Item[] = [];
  reader.at++;
  skipSpace(reader);
  while (reader.text.charAt(reader.at) !== close) {
    items.push(read(reader));
    take(reader, /\s*,?\s*/y);
    if (reader.at >= reader.text.length) throw new Error("a JSON template ends too early");
  }
  reader.at++;
  return items;
}

function readMember(reader: Reader): readonly [string, JsonNode] {
  const key = take(reader, /"(?:[^"\\]|\\.)*"/y);
  take(reader, /\s*:/y);
  return [key, readNode(reader)];
}

function readString(reader: Reader): readonly (string | JsonPlace)[] {
  const parts: (string | JsonPlace)[] = [];
  reader.at++;
  while (reader.text.charAt(reader.at) !== '"') {
    if (reader.text.charAt(reader.at) === MARK) parts.push(takePlace(reader));
    else parts.push(take(reader, /(?:[^"\\\u0001]|\\.)+/y));
  }
  reader.at++;
  return parts;
}

function takePlace(reader: Reader): JsonPlace {
  const place = reader.places.pop();
  if (place === undefined) throw new Error("a JSON template has a place too many");
  reader.at++;
  return place;
}

function skipSpace(reader: Reader): void {
  take(reader, /\s*/y);
}

function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found === undefined) throw new Error("a JSON template is not JSON");
  reader.at += found.length;
  return found;
}
