import { parseTOML } from "toml-eslint-parser";
import type { AST } from "toml-eslint-parser";
import type { Place, TomlPath } from "./toml-document.ts";

/** All 1-based, in UTF-16 units; `endColumn` is exclusive and on `line` even when the thing goes on below it. */
export interface TomlPosition {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

type Range = readonly [start: number, end: number];
/** By `toKey` of the path. */
export type Ranges = Map<string, { readonly key: Range; readonly value: Range }>;

/** How to find places in a text that is known to be TOML. The syntax tree is only built when first asked for. */
export function toLocator(text: string): (place: Place) => TomlPosition {
  let ranges: Ranges | null = null;
  return (place) => {
    ranges ??= readRanges(text);
    return toPosition(text, findRange(text, ranges, place));
  };
}

/** Turns offsets into a position; a range over several lines ends with its first line. */
export function toPosition(text: string, [start, end]: Range): TomlPosition {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < start; at = text.indexOf("\n", at + 1)) line++;
  const newline = text.indexOf("\n", start);
  const lineEnd = newline === -1 ? text.length : text[newline - 1] === "\r" ? newline - 1 : newline;
  const column = start - lineStart + 1;
  return { line, column, endColumn: Math.max(column, Math.min(end, lineEnd) - lineStart + 1) };
}

/** The range of a place; one that does not exist gives the nearest thing around it. */
export function findRange(text: string, ranges: Ranges, place: Place): Range {
  for (let depth = place.path.length; depth > 0; depth--) {
    const found = ranges.get(toKey(place.path.slice(0, depth)));
    if (found === undefined) continue;
    if (depth < place.path.length) return found.key;
    const range = found[place.part];
    const inside = place.fragment === undefined ? -1 : text.slice(...range).indexOf(place.fragment);
    if (inside === -1 || place.fragment === undefined) return range;
    return [range[0] + inside, range[0] + inside + place.fragment.length];
  }
  return [0, 0];
}

function readRanges(text: string): Ranges {
  const ranges: Ranges = new Map();
  try {
    for (const node of parseTOML(text).body[0].body) {
      if (node.type === "TOMLKeyValue") addKeyValue(ranges, [], node);
      else addTable(ranges, node);
    }
  } catch {
    // The two parsers disagree about the text: messages then point at the file as a whole.
  }
  return ranges;
}

function addTable(ranges: Ranges, table: AST.TOMLTable): void {
  addKeys(ranges, table.resolvedKey, table.key, table.range);
  for (const entry of table.body) addKeyValue(ranges, table.resolvedKey, entry);
}

function addKeyValue(ranges: Ranges, parent: TomlPath, entry: AST.TOMLKeyValue): void {
  const path = [...parent, ...entry.key.keys.map(toName)];
  addKeys(ranges, path, entry.key, entry.value.range);
  addContent(ranges, path, entry.value);
}

/** Goes back from the end: every part of a dotted key also names the table that it opens, unless that is known already. */
function addKeys(ranges: Ranges, path: TomlPath, key: AST.TOMLKey, value: Range): void {
  let part = key.keys.length;
  for (let depth = path.length; depth > 0; depth--) {
    const isIndex = typeof path[depth - 1] === "number";
    const node = key.keys[isIndex ? part - 1 : --part];
    if (node === undefined) return;
    const id = toKey(path.slice(0, depth));
    if (depth === path.length) ranges.set(id, { key: node.range, value });
    else if (!ranges.has(id)) ranges.set(id, { key: node.range, value: node.range });
  }
}

function addContent(ranges: Ranges, path: TomlPath, content: AST.TOMLContentNode): void {
  if (content.type === "TOMLInlineTable") {
    for (const entry of content.body) addKeyValue(ranges, path, entry);
  } else if (content.type === "TOMLArray") {
    for (const [index, element] of content.elements.entries()) {
      ranges.set(toKey([...path, index]), { key: element.range, value: element.range });
      addContent(ranges, [...path, index], element);
    }
  }
}

function toName(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}

/** A path as the key of `Ranges`. */
export function toKey(path: TomlPath): string {
  return JSON.stringify(path);
}
