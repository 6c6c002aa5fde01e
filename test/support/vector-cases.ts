import { readFileSync } from "node:fs";

export interface VectorCase {
  readonly name: string;
  /** `CODE@LINE:COLUMN`, sorted; empty for a text without anything to say about. */
  readonly expected: readonly string[];
  readonly text: string;
}

/** Cases of a text file: `=== NAME`, then `--- EXPECTED …` or `--- ok`, then the text up to the next case. */
export function readVectorCases(file: string): readonly VectorCase[] {
  const url = new URL(`../vectors/manifest/${file}`, import.meta.url);
  const cases = readFileSync(url, "utf8").split(/^=== /m).slice(1);
  return cases.map((body) => {
    const [name = "", head = "", ...lines] = body.split("\n");
    const expected = head.replace(/^--- /, "").split(" ");
    return { name, expected: expected.filter((code) => code !== "ok").sort(), text: lines.join("\n").trimEnd() };
  });
}
