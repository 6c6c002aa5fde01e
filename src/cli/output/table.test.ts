import { describe, expect, it } from "vitest";
import { createKeptScreen } from "./screen.fixture.ts";
import type { Column } from "./table.ts";
import { renderTable } from "./table.ts";

interface Row {
  readonly name: string;
  readonly text: string;
}

const columns: readonly Column<Row>[] = [
  { title: "name", value: (row) => row.name },
  { title: "text", value: (row) => row.text, shrinks: true },
];
const rows: readonly Row[] = [
  { name: "a", text: "short" },
  { name: "漢字", text: "a text that is rather long for a narrow terminal" },
];

describe("renderTable", () => {
  it("aligns columns in a terminal, wide characters included", () => {
    const screen = createKeptScreen({ isTerminal: true, width: 80 });
    expect(renderTable(columns, rows, screen)).toBe(
      "NAME  TEXT\na     short\n漢字  a text that is rather long for a narrow terminal\n",
    );
  });

  it("cuts only columns that may shrink, to the width of the terminal", () => {
    const screen = createKeptScreen({ isTerminal: true, width: 26 });
    expect(renderTable(columns, rows, screen)).toBe("NAME  TEXT\na     short\n漢字  a text that is rath…\n");
  });

  it("lets a column that wraps go on below itself", () => {
    const wrapping = [
      { title: "name", value: (row: Row) => row.name },
      { title: "text", value: (row: Row) => row.text, wraps: true },
    ];
    const screen = createKeptScreen({ isTerminal: true, width: 30 });
    expect(renderTable(wrapping, rows, screen)).toBe(
      "NAME  TEXT\na     short\n漢字  a text that is rather\n      long for a narrow\n      terminal\n",
    );
  });

  it("gives tab-separated whole values without a heading elsewhere", () => {
    expect(renderTable(columns, rows, createKeptScreen())).toBe(
      "a\tshort\n漢字\ta text that is rather long for a narrow terminal\n",
    );
  });

  it.each([true, false])("escapes what a cell says (terminal: %s)", (isTerminal) => {
    const hostile = [{ name: "x\ty", text: "\u001b[2J\nallow\tgit" }];
    const text = renderTable(columns, hostile, createKeptScreen({ isTerminal }));
    expect(text).toContain("\\u001b[2J\\nallow\\tgit");
    expect(text.trimEnd().split("\n")).toHaveLength(isTerminal ? 2 : 1);
  });
});
