import { parseTOML } from "toml-eslint-parser";
import type { AST } from "toml-eslint-parser";

export type TomlPath = readonly string[];

/** A `key = value` of a TOML text. */
export interface TomlEntry {
  readonly path: TomlPath;
  readonly value: AST.TOMLContentNode;
}

/** A `[table]` with everything that stands in it. */
export interface TomlTable {
  readonly path: TomlPath;
  readonly start: number;
  /** After its header and entries. */
  readonly end: number;
  /** After its header. */
  readonly headerEnd: number;
  readonly kind: "standard" | "array";
}

/** Every table header of a text, in order, and every entry; the text is TOML. */
export function listEntries(text: string): {
  readonly tables: readonly TomlTable[];
  readonly entries: readonly TomlEntry[];
} {
  const [top] = parseTOML(text).body;
  const tables: TomlTable[] = [];
  const entries: TomlEntry[] = [];
  for (const node of top.body) {
    if (node.type === "TOMLKeyValue") {
      entries.push({ path: toPath(node.key), value: node.value });
      continue;
    }
    const path = node.resolvedKey.map(String);
    const headerEnd = text.indexOf("]", node.key.range[1]) + (node.kind === "array" ? 2 : 1);
    tables.push({ path, start: node.range[0], end: node.range[1], headerEnd, kind: node.kind });
    for (const entry of node.body) entries.push({ path: [...path, ...toPath(entry.key)], value: entry.value });
  }
  return { tables, entries };
}

function toPath(key: AST.TOMLKey): TomlPath {
  return key.keys.map((part) => (part.type === "TOMLBare" ? part.name : part.value));
}

export function isBelow(path: TomlPath, prefix: TomlPath): boolean {
  return prefix.every((step, index) => path[index] === step);
}
