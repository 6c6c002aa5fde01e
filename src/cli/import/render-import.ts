import type { Dropped } from "../../import/import-result.ts";
import { plural } from "../output/issues.ts";
import type { Screen } from "../output/screen.ts";
import { renderTable } from "../output/table.ts";
import { escapeLine } from "../output/text/escape.ts";
import { wrapText } from "../output/wrap-text.ts";
import type { FinishedImport, Written } from "./report.ts";

/** What was written where, then what could not be carried over, by source. Everything in it may come from outside. */
export function renderImport(report: FinishedImport, screen: Screen): string {
  const { written, dropped, issues, dryRun, failed } = report;
  const { bold, green, red, yellow } = screen.colors;
  const lost = dropped.filter(({ losesProtection }) => losesProtection === true).length;
  const count = written.reduce((sum, { what }) => sum + what.length, 0);
  const mark = failed || lost > 0 ? red("✗") : green("✓");
  const verb = dryRun ? "would be imported" : "imported";
  return [
    renderWritten(written, screen),
    dropped.length === 0 ? "" : `\n${bold("Could not be carried over")}\n${renderDropped(dropped, screen)}`,
    ...issues.map(({ file, line, severity, message }) => `${escapeLine(`${severity} ${file}:${line} ${message}`)}\n`),
    lost === 0
      ? ""
      : `\n${red("!")} ${plural(lost, "rule")} that protected you before ${lost === 1 ? "does" : "do"} not hold here\n`,
    `\n${mark} ${count === 1 ? "1 entry" : `${count} entries`} ${verb}, ${plural(dropped.length, "remark")}\n`,
    dryRun || written.every(({ file }) => file === null)
      ? ""
      : `${yellow("→")} Read it, then accept it with \`toolgate trust\`.\n`,
  ].join("");
}

function renderWritten(written: readonly Written[], screen: Screen): string {
  return renderTable(
    [
      { title: "from", value: ({ from }: Written) => from, shrinks: true },
      { title: "action", value: ({ action }) => action },
      { title: "file", value: ({ file }) => file ?? "(database)" },
      { title: "what", value: ({ what }) => what.join(", "), wraps: true },
    ],
    written,
    screen,
  );
}

function renderDropped(dropped: readonly Dropped[], screen: Screen): string {
  const groups = Map.groupBy(dropped, ({ source }) => source);
  return [...groups]
    .map(([source, rows]) => {
      const lines = rows.map(({ what, reason, hint, losesProtection }) => {
        const mark = losesProtection === true ? screen.colors.red("!") : "-";
        const text = `${what}: ${reason}${hint === null ? "" : ` → ${hint}`}`;
        return `    ${mark} ${wrapText(escapeLine(text), screen.width, 6)}\n`;
      });
      return `  ${screen.colors.bold(escapeLine(source))}\n${lines.join("")}`;
    })
    .join("");
}
