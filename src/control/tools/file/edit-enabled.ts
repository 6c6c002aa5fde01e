import { parseTOML } from "toml-eslint-parser";
import type { AST } from "toml-eslint-parser";

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sets `enabled` of a tool in its TOML text and leaves every other character as it is. `null`: the text says so already,
 * or is not TOML with a name in its place.
 */
export function editEnabled(text: string, format: "whitelist" | "toolclad", enabled: boolean): string | null {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const content = text.slice(mark.length);
  const edit = findEdit(content, format === "toolclad" ? ["tool"] : [], enabled);
  return edit === null ? null : mark + content.slice(0, edit.at) + edit.text + content.slice(edit.end);
}

function findEdit(text: string, table: readonly string[], enabled: boolean): Edit | null {
  const entries = readEntries(text);
  const find = (key: string): Entry | undefined => entries.find(({ path }) => path === toKey([...table, key]));
  const present = find("enabled");
  if (present !== undefined) {
    const [at, end] = present.node.value.range;
    return text.slice(at, end) === String(enabled) ? null : { at, end, text: String(enabled) };
  }
  const name = find("name");
  // Not said means switched on.
  if (name === undefined || enabled) return null;
  return name.isInline ? insertInline(name) : insertLine(text, name);
}

interface Entry {
  readonly path: string;
  readonly node: AST.TOMLKeyValue;
  /** It stands between braces, where a line break is not allowed. */
  readonly isInline: boolean;
}

function readEntries(text: string): readonly Entry[] {
  try {
    return listEntries(parseTOML(text).body[0]);
  } catch {
    // The two parsers disagree about the text; then nothing in it is touched.
    return [];
  }
}

function listEntries({ body }: AST.TOMLTopLevelTable): readonly Entry[] {
  return body.flatMap((node) =>
    node.type === "TOMLKeyValue"
      ? toEntries([], node, false)
      : node.body.flatMap((entry) => toEntries(node.resolvedKey, entry, false)),
  );
}

function toEntries(parent: readonly (string | number)[], node: AST.TOMLKeyValue, isInline: boolean): readonly Entry[] {
  const path = [...parent, ...node.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value))];
  const own: Entry = { path: toKey(path), node, isInline };
  if (node.value.type !== "TOMLInlineTable") return [own];
  return [own, ...node.value.body.flatMap((entry) => toEntries(path, entry, true))];
}

function toKey(path: readonly (string | number)[]): string {
  return JSON.stringify(path);
}

function insertInline({ node }: Entry): Edit {
  const at = node.range[1];
  return { at, end: at, text: ", enabled = false" };
}

/** On the line after the name, with the same indentation, the same way to write the key and the same line end. */
function insertLine(text: string, { node }: Entry): Edit {
  const [start, end] = node.range;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const last = node.key.keys.at(-1)?.range[0] ?? start;
  const prefix = text.slice(start, last);
  const newline = text.indexOf("\n", end);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const line = `${indent}${prefix}enabled = false`;
  if (newline === -1) return { at: text.length, end: text.length, text: `${lineEnd}${line}${lineEnd}` };
  return { at: newline + 1, end: newline + 1, text: `${line}${lineEnd}` };
}
