import { escapeControls } from "../../../text/show-text.ts";

export interface FoundLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Longer lines are not matched: nobody wrote them by hand. */
const MAX_LINE_LENGTH = 64 * 1024;
const MAX_SHOWN = 500;

/** Each line as the search goes on: a match, one too long to match, or nothing, so that the caller can pause between. */
export function* findLines(
  text: string,
  matches: (line: string) => boolean,
  contextLines: number,
): Generator<FoundLine | "too-long" | null> {
  let line = 0;
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start);
    line++;
    if (end - start > MAX_LINE_LENGTH) yield "too-long";
    else if (!matches(content(text, start, end))) yield null;
    else {
      const before = linesBefore(text, start, contextLines);
      yield { line, text: show(text, start, end), before, after: linesAfter(text, end + 1, contextLines) };
    }
    start = end + 1;
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

function content(text: string, start: number, end: number): string {
  return text.slice(start, text[end - 1] === "\r" && end > start ? end - 1 : end);
}

function linesBefore(text: string, start: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let end = start - 1; lines.length < count && end >= 0;) {
    const begin = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    lines.unshift(show(text, begin, end));
    end = begin - 1;
  }
  return lines;
}

function linesAfter(text: string, from: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let start = from; lines.length < count && start < text.length;) {
    const end = lineEnd(text, start);
    lines.push(show(text, start, end));
    start = end + 1;
  }
  return lines;
}

/** Tabs are layout and stay; what acts on a terminal or hides is escaped. */
function show(text: string, start: number, end: number): string {
  const line = content(text, start, end);
  const cut = line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
  return cut.split("\t").map(escapeControls).join("\t");
}
