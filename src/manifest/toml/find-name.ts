import type { TomlDocument } from "./toml-document.ts";
import type { TomlPosition } from "./locate.ts";

/**
 * Where the tool's name stands. Nearly every file says `name = "…"` on a line of its own, which is found without
 * building a syntax tree; thousands of files are read at start. Any other way of writing it is found exactly.
 */
export function locateName(document: TomlDocument, name: string, table: string | null): TomlPosition {
  const lines = document.text.split("\n");
  const first = table === null ? 0 : lines.findIndex((line) => line.trimEnd() === `[${table}]`) + 1;
  const isPlain = (table === null || first > 0) && !/"""|'''/.test(document.text);
  for (let index = first; isPlain && index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("[")) break;
    const found = /^name[ \t]*=[ \t]*(["'])(.*)$/.exec(line);
    if (found?.[1] === undefined || found[2]?.startsWith(name + found[1]) !== true) continue;
    return { line: index + 1, column: 1, endColumn: 5 };
  }
  return document.locate({ path: table === null ? ["name"] : [table, "name"], part: "key" });
}
