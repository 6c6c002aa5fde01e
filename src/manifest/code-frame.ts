import { createColors } from "picocolors";
import { displayWidth } from "../text/display-width.ts";
import { maskValues } from "./credentialed/mask-values.ts";
import type { ManifestIssue } from "./manifest.ts";
import { escapeControls } from "../text/show-text.ts";

const LINES_AROUND = 2;
const TAB = "  ";
/** A longer line is cut to a window around the place, in UTF-16 units. */
const WINDOW = 100;

export interface RenderIssueOptions {
  /** Whether to use terminal colours. */
  readonly color: boolean;
}

/**
 * One issue for people: `file:line:column severity code`, the message, the lines around the place with an underline
 * that stands right below it in a terminal, and the hint. Nothing from the file reaches the terminal unescaped.
 */
export function renderIssue(issue: ManifestIssue, sourceText: string, options: RenderIssueOptions): string {
  const colors = createColors(options.color);
  const paint = issue.severity === "error" ? colors.red : colors.yellow;
  const where = `${escapeControls(issue.file)}:${issue.line}:${issue.column}`;
  const rendered = [
    `${colors.bold(where)} ${paint(issue.severity)} ${colors.dim(issue.code)}`,
    escapeControls(issue.message),
    ...renderFrame(issue, sourceText).map((line) =>
      line.marks ? paint(line.text) : line.dim ? colors.dim(line.text) : line.text,
    ),
  ];
  if (issue.hint !== null) rendered.push(`${colors.cyan("hint:")} ${escapeControls(issue.hint)}`);
  return rendered.join("\n");
}

interface FrameLine {
  readonly text: string;
  readonly marks: boolean;
  readonly dim: boolean;
}

function renderFrame(issue: ManifestIssue, sourceText: string): readonly FrameLine[] {
  const lines = maskValues(sourceText.replace(/^\ufeff/, "")).split(/\r?\n/);
  if (issue.line < 1 || issue.line > lines.length) return [];
  const first = Math.max(1, issue.line - LINES_AROUND);
  const last = Math.min(lines.length, issue.line + LINES_AROUND);
  const gutter = String(last).length;
  const isLong = (lines[issue.line - 1]?.length ?? 0) > WINDOW;
  const from = isLong ? Math.max(0, issue.column - 1 - WINDOW / 2) : 0;
  const frame: FrameLine[] = [];
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? "";
    const here = number === issue.line;
    const shown = toCells(line.slice(from, from + WINDOW));
    const text = `${here ? ">" : " "} ${String(number).padStart(gutter)} | ${shown}`;
    frame.push({ text: text.trimEnd(), marks: false, dim: !here });
    if (here)
      frame.push({ text: `  ${" ".repeat(gutter)} | ${underline(issue, line, from)}`, marks: true, dim: false });
  }
  return frame;
}

function underline(issue: ManifestIssue, line: string, start: number): string {
  const before = displayWidth(toCells(line.slice(start, issue.column - 1)));
  const marked = displayWidth(toCells(line.slice(issue.column - 1, Math.min(issue.endColumn - 1, start + WINDOW))));
  return " ".repeat(before) + "^".repeat(Math.max(1, marked));
}

/** The text as it is printed: a tab always takes the same room, so that the underline can be counted. */
function toCells(text: string): string {
  return escapeControls(text.replaceAll("\t", TAB));
}
