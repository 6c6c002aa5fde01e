import { escapeLine } from "./text/escape.ts";
import type { Colors, Screen } from "./screen.ts";
import { displayWidth } from "../../text/display-width.ts";
import { fitText } from "./text/fit-text.ts";
import { wrapText } from "./wrap-text.ts";

export interface Column<Row> {
  readonly title: string;
  /** What the cell says; control characters are escaped here, not by the caller. */
  readonly value: (row: Row) => string;
  readonly style?: ((text: string, row: Row, colors: Colors) => string) | undefined;
  /** May lose its end where the terminal is too narrow. @default false */
  readonly shrinks?: boolean | undefined;
  /** Shrinks, but goes on in the lines below instead of losing its end. Only of use for the last column. @default false */
  readonly wraps?: boolean | undefined;
}

const GAP = 2;
const NARROWEST = 8;

/**
 * In a terminal: a heading and aligned columns that fit its width. Elsewhere: one line a row, columns separated by
 * tabs, nothing cut and no heading, so that `cut -f` and the like can rely on it.
 */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], screen: Screen): string {
  const cells = rows.map((row) => columns.map((column) => escapeLine(column.value(row))));
  if (!screen.isTerminal) return cells.map((line) => `${line.join("\t")}\n`).join("");
  const widths = fitWidths(columns, cells, screen.width);
  const heading = columns.map((column, at) => screen.colors.dim(pad(column.title.toUpperCase(), widths[at])));
  const lines = cells.map((line, rowAt) =>
    columns.map((column, at) => {
      const isWrapped = column.wraps === true;
      const padded = isWrapped ? wrap(line[at] ?? "", widths, at) : pad(line[at] ?? "", widths[at]);
      const row = rows[rowAt];
      return column.style === undefined || row === undefined ? padded : column.style(padded, row, screen.colors);
    }),
  );
  return [heading, ...lines].map((line) => `${line.join(" ".repeat(GAP)).trimEnd()}\n`).join("");
}

function fitWidths<Row>(columns: readonly Column<Row>[], cells: readonly string[][], width: number): number[] {
  const widths = columns.map((column, at) =>
    Math.max(displayWidth(column.title), ...cells.map((line) => displayWidth(line[at] ?? ""))),
  );
  let excess = widths.reduce((sum, each) => sum + each + GAP, -GAP) - width;
  while (excess > 0) {
    const at = widestShrinking(columns, widths);
    if (at === -1) break;
    widths[at] = (widths[at] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function widestShrinking<Row>(columns: readonly Column<Row>[], widths: readonly number[]): number {
  let widest = -1;
  columns.forEach((column, at) => {
    const width = widths[at] ?? 0;
    if ((column.shrinks === true || column.wraps === true) && width > NARROWEST && width > (widths[widest] ?? 0))
      widest = at;
  });
  return widest;
}

function wrap(text: string, widths: readonly number[], at: number): string {
  const indent = widths.slice(0, at).reduce((sum, each) => sum + each + GAP, 0);
  return wrapText(text, indent + (widths[at] ?? 0), indent);
}

function pad(text: string, width = 0): string {
  const fitted = fitText(text, width);
  return fitted + " ".repeat(Math.max(0, width - displayWidth(fitted)));
}
