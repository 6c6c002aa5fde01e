import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import { parseJsonWithPositions } from "../json/parse-json.ts";

export interface TakenValues {
  /** The definition with `null` in place of each value: line by line what it was. */
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Takes the values of `encrypted_env` out of a record, to be sealed. `null` when there are none, or it is no JSON. */
export function takeValues(text: string): TakenValues | null {
  if (parseJsonWithPositions(text, "").document === null) return null;
  const root = parseTree(text);
  const found = [["encrypted_env"], [0, "encrypted_env"]].map((path) => root && findNodeAtLocation(root, path));
  const properties = found.flatMap((node) => (node?.type === "object" ? (node.children ?? []) : []));
  const pairs = properties.flatMap(toPair);
  if (pairs.length === 0) return null;
  const stripped = pairs.reduceRight(
    (rest, { node }) => `${rest.slice(0, node.offset)}null${rest.slice(node.offset + node.length)}`,
    text,
  );
  return { text: stripped, values: Object.fromEntries(pairs.map(({ name, value }) => [name, value])) };
}

interface Pair {
  readonly name: string;
  readonly value: string;
  readonly node: Node;
}

function toPair({ children = [] }: Node): readonly Pair[] {
  const [key, node] = children;
  const isValue = key?.type === "string" && node?.type === "string";
  return isValue ? [{ name: String(key.value), value: String(node.value), node }] : [];
}
