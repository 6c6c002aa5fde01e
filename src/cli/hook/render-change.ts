import type { Screen } from "../output/screen.ts";
import { escapeLine } from "../output/text/escape.ts";

/** Unchanged lines shown on each side. */
const AROUND = 3;

/** What changed between two texts, as lines with `-` and `+`: from the first line that differs to the last. */
export function renderChange(before: string, after: string, { red, green, dim }: Screen["colors"]): string {
  const [old, now] = [toLines(before), toLines(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const paint = (lines: readonly string[], mark: string, color: (text: string) => string): readonly string[] =>
    lines.map((line) => color(`${mark} ${escapeLine(line)}`));
  return [
    ...paint(now.slice(Math.max(0, start - AROUND), start), " ", dim),
    ...paint(old.slice(start, old.length - end), "-", red),
    ...paint(now.slice(start, now.length - end), "+", green),
    ...paint(now.slice(now.length - end, now.length - end + AROUND), " ", dim),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function toLines(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
