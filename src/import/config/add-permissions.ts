import { stringify } from "smol-toml";
import type { AST } from "toml-eslint-parser";
import type { Mode } from "../../policy/policy.ts";
import { EFFECTS } from "../permissions/convert-permissions.ts";
import type { RuleEffect } from "../permissions/convert-permissions.ts";
import { appendText } from "./add-servers.ts";
import { isBelow, listEntries } from "./list-entries.ts";

interface Additions {
  readonly mode: Mode | null;
  readonly rules: Readonly<Record<RuleEffect, readonly string[]>>;
}

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Adds rules to the lists of `[permissions]`, and the mode where none is said, or in the place of the one that is. Every
 * other character of the text stays. `null`: the text writes `permissions` in a way that nothing can be added to.
 */
export function addPermissions(text: string, { mode, rules }: Additions): string | null {
  const { tables, entries } = listEntries(text);
  const members = entries.filter(({ path }) => isBelow(path, ["permissions"]));
  const table = tables.find(({ path, kind }) => path.length === 1 && path[0] === "permissions" && kind === "standard");
  const wanted: (readonly [string, string | readonly string[]])[] = [
    ...(mode === null ? [] : [["mode", mode] as const]),
    ...EFFECTS.flatMap((effect) => (rules[effect].length === 0 ? [] : [[effect, rules[effect]] as const])),
  ];
  if (table === undefined) {
    if (members.length > 0) return null;
    return wanted.length === 0 ? text : appendText(text, stringify({ permissions: Object.fromEntries(wanted) }));
  }
  const edits: Edit[] = [];
  const lines: string[] = [];
  for (const [key, value] of wanted) {
    const node = members.find(({ path }) => path.length === 2 && path[1] === key)?.value;
    if (node === undefined) lines.push(stringify({ [key]: value }).trimEnd());
    else if (node.type === "TOMLArray" && typeof value !== "string") edits.push(insertItems(text, node, value));
    else if (typeof value === "string")
      edits.push({ at: node.range[0], end: node.range[1], text: JSON.stringify(value) });
    else return null;
  }
  if (lines.length > 0) edits.push(insertLines(text, table.headerEnd, lines));
  return applyEdits(text, edits);
}

/** After the last entry, on lines of their own where the list has them. */
function insertItems(text: string, node: AST.TOMLArray, values: readonly string[]): Edit {
  const last = node.elements.at(-1);
  const items = values.map((value) => JSON.stringify(value));
  if (last === undefined) return { at: node.range[0] + 1, end: node.range[0] + 1, text: items.join(", ") };
  const at = last.range[1];
  const lineStart = text.lastIndexOf("\n", last.range[0] - 1) + 1;
  const indent = text.slice(lineStart, last.range[0]);
  const separator = lineStart > node.range[0] && indent.trim() === "" ? `,\n${indent}` : ", ";
  return { at, end: at, text: items.map((item) => `${separator}${item}`).join("") };
}

/** Below the header; what follows it on its line is a comment. */
function insertLines(text: string, headerEnd: number, lines: readonly string[]): Edit {
  const newline = text.indexOf("\n", headerEnd);
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const added = lines.map((line) => `${line}${lineEnd}`).join("");
  if (newline === -1) return { at: text.length, end: text.length, text: `${lineEnd}${added}` };
  return { at: newline + 1, end: newline + 1, text: added };
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted((one, other) => other.at - one.at);
  return ordered.reduce((rest, { at, end, text: put }) => rest.slice(0, at) + put + rest.slice(end), text);
}
