import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolgate-words-"));

/** What a bash makes of each text as words of a command; `null` where it finds an error. Nothing in them can run. */
function askBash(texts: readonly string[]): readonly (readonly string[] | null)[] {
  const script = `PATH=/nowhere; while IFS= read -r -d '' text; do (eval "printf '%s\\0' . $text" && printf '<ok>') 2>/dev/null; printf '<end>'; done`;
  const out = execFileSync("bash", ["--noprofile", "--norc", "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: "/home/one", LC_ALL: "C.UTF-8" },
    input: texts.map((text) => `${text}\0`).join(""),
  });
  const answers = out.split("<end>").slice(0, -1);
  return answers.map((answer) => (answer.endsWith("<ok>") ? answer.slice(0, -4).split("\0").slice(1, -1) : null));
}

/** The words as the analysis knows them; `null` where it does not, or says that the line is not understood. */
function readStatic(text: string): readonly string[] | null {
  const { items, problems } = analyzeCommand(`x ${text}`);
  const [item, ...more] = items;
  if (item === undefined || more.length > 0 || problems.length > 0 || item.redirects.length > 0) return null;
  const words = item.words.slice(1).map(({ text: known, glob, tilde }) => {
    if (known === null || glob) return null;
    return tilde ? known.replace("~", "/home/one") : known;
  });
  return words.every((word) => word !== null) ? words : null;
}

function compare(texts: readonly string[], atLeast: number): void {
  const known = texts.flatMap((text) => {
    const words = readStatic(text);
    return words === null ? [] : [{ text, words }];
  });
  expect(known.length).toBeGreaterThan(atLeast);
  const answers = askBash(known.map(({ text }) => text));
  expect(known).toEqual(known.map(({ text }, index) => ({ text, words: answers[index] })));
}

describe("static words", () => {
  it("are those of bash for any text that is taken for static", () => {
    const unit = fc.constantFrom(
      ..."abx01 '\"\\=:-{}[],.^~$!#*?@+%/é".split(""),
      "\\\n",
      "$'",
      '$"',
      "{a,",
      "..",
      "a=",
      "~/",
    );
    compare(fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 3000, seed: 5 }), 900);
  });

  it("are those of bash for quoted texts", () => {
    const inner = fc.string({ unit: fc.constantFrom(...'ab "$`*~!#&|;<>(){}é\n\\'.split("")), maxLength: 6 });
    const piece = fc.oneof(
      inner.map((text) => `'${text}'`),
      inner.map((text) => `"${text.replaceAll(/["$`\\]/g, "\\$&")}"`),
      inner.map((text) => text.replaceAll(/[^\n]/gu, "\\$&").replaceAll("\n", "'\n'")),
      fc.constantFrom("a", "-x", "\\\n", '$"b"', "$'\\x41'"),
    );
    const text = fc.array(
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("")),
      { maxLength: 4 },
    );
    compare(
      fc.sample(text, { numRuns: 800, seed: 6 }).map((words) => words.join(" ")),
      720,
    );
  });

  it("are those of bash for every escape of $'…'", () => {
    const escape = fc.constantFrom(
      ..."\\a \\b \\e \\E \\f \\n \\r \\t \\v \\\\ \\' \\\" \\? \\x41 \\x7 \\x \\x414 \\101 \\1 \\1011 \\u41 \\u0041 \\u00412".split(
        " ",
      ),
      ...'\\U00000041 \\u \\U \\cA \\c? \\c\\\\ \\q \\8 \\0 \\x00 \\u0000 \\$ \\` \\xe9 \\303\\251 \\u00e9 \\U0001f600 é a b $(c) " *'.split(
        " ",
      ),
      "\\\n",
      " ",
    );
    const text = fc.array(escape, { maxLength: 5 }).map((parts) => `$'${parts.join("")}'z`);
    compare(fc.sample(text, { numRuns: 1500, seed: 7 }), 700);
  });

  it("are those of bash in here-documents", () => {
    const unit = fc.constantFrom(..."ab \\\t\n'\"é".split(""), "\\$", "\\`", "\\\n", "\\\\");
    const bodies = fc
      .sample(fc.string({ unit, maxLength: 12 }), { numRuns: 400, seed: 8 })
      .filter((body) => !body.endsWith("\\"));
    const lines = bodies.flatMap((body) =>
      ["<<E", "<<-E", "<<'E'", '<<-"E"'].map((operator) => `${operator}\n${body}\nE`),
    );
    const known = lines.flatMap((line) => {
      const { items, problems } = analyzeCommand(`cat ${line}`);
      const text = items[0]?.redirects[0]?.body?.text;
      return problems.length > 0 || typeof text !== "string" ? [] : [{ line, text }];
    });
    expect(known.length).toBeGreaterThan(1100);
    const script = `while IFS= read -r -d '' line; do eval "IFS= read -r -d '' text $line"; printf '%s\\1' "$text"; done`;
    const input = known.map(({ line }) => `${line}\0`).join("");
    const out = execFileSync("bash", ["--noprofile", "--norc", "-c", script], { encoding: "utf8", input }).split(
      "\u0001",
    );
    expect(known).toEqual(known.map(({ line }, index) => ({ line, text: out[index] })));
  });
});
