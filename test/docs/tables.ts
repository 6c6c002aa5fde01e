import type { Page } from "./pages.ts";

/** One row of a table, by the titles of its columns. */
export type Row = Readonly<Record<string, string>>;

/** The rows of the first table below a heading of exactly this text; empty when there is none. */
export function readTable({ text }: Page, heading: string): readonly Row[] {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (from < 0) return [];
  const section = lines.slice(from + 1);
  const to = section.findIndex((line) => /^#+ /.test(line));
  return toRows(section.slice(0, to < 0 ? undefined : to));
}

/** The names that stand as code in the first column, also where one row has several. */
export function readNames(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row) => [...(Object.values(row)[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

function toRows(lines: readonly string[]): readonly Row[] {
  const first = lines.findIndex((line) => line.startsWith("|"));
  if (first < 0) return [];
  const table = lines.slice(first);
  const end = table.findIndex((line) => !line.startsWith("|"));
  const [titles = [], , ...rows] = table.slice(0, end < 0 ? undefined : end).map(toCells);
  return rows.map((cells) => Object.fromEntries(titles.map((title, column) => [title, cells[column] ?? ""])));
}

function toCells(line: string): readonly string[] {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  return cells.slice(1, -1);
}
