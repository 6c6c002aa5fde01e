import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSimpleScript } from "./parse-simple-script.ts";
import type { SimpleStage } from "./simple-script.ts";

function showStage({ words, redirects }: SimpleStage): string {
  const files = redirects.map(({ redirect }) =>
    redirect.mode === "join"
      ? `${redirect.stream}=${redirect.with}`
      : `${redirect.stream}:${redirect.mode}:${redirect.file}`,
  );
  return [...words.map(({ text }) => `[${text}]`), ...files].join(" ");
}

function show(text: string): string {
  const parsed = parseSimpleScript(text);
  if (!parsed.ok) return parsed.issues.map(({ code, start, end }) => `${code}@${start}-${end}`).join(" ");
  return parsed.steps.map(({ operator, stages }) => `${operator} ${stages.map(showStage).join(" | ")}`).join(" ");
}

describe("parseSimpleScript", () => {
  it.each([
    ["dig +short x", "; [dig] [+short] [x]"],
    ["  dig\t x\n", "; [dig] [x]"],
    [`a 'b c' "d e" f\\ g 'h'"i"j`, "; [a] [b c] [d e] [f g] [hij]"],
    [`a "q\\"q\\\\q\\$q\\q" \\"`, '; [a] [q"q\\q$q\\q] ["]'],
    [`a '' ""`, "; [a] [] []"],
    ["a \\\nb", "; [a] [b]"],
    ["a \\\n >b", "; [a] stdout:write:b"],
    ["a b\\\nc 'x\\\nd'", "; [a] [bc] [x\\\nd]"],
    [`a "*?[x]~{a,b}" '$(id)' \\* \\~ \\$x`, "; [a] [*?[x]~{a,b}] [$(id)] [*] [~] [$x]"],
    ["a {{.x}} --o={{.x}} {{.a}},{{.b}}", "; [a] [{{.x}}] [--o={{.x}}] [{{.a}},{{.b}}]"],
    ["a ] [ { } x=y -x=y ! % ^ @ a~ a#b", "; [a] []] [[] [{] [}] [x=y] [-x=y] [!] [%] [^] [@] [a~] [a#b]"],
    ["a # why", "; [a]"],
    ["a | b | c", "; [a] | [b] | [c]"],
    ["a && b || c; d\ne", "; [a] && [b] || [c] ; [d] ; [e]"],
    ["a <i >o 2>>e", "; [a] stdin:read:i stdout:write:o stderr:append:e"],
    ["a >'o p' 2>&1", "; [a] stdout:write:o p stderr=stdout"],
    ["a 1>&2", "; [a] stdout=stderr"],
    [">o a >|p", "redirect@5-8"],
    [">o a b", "; [a] [b] stdout:write:o"],
    ["a 2>/dev/null | b >o", "; [a] stderr:write:/dev/null | [b] stdout:write:o"],
    ["a 2>&1 | b", "; [a] stderr=stdout | [b]"],
    ["a '\n'", "; [a] [\n]"],
  ])("reads %j", (text, expected) => expect(show(text)).toBe(expected));

  it.each([
    ["", "empty@0-0"],
    [" # only words", "empty@0-13"],
    [">o", "empty@0-2"],
    ["a $(b)", "substitution@2-6"],
    ["a `b`", "substitution@2-5"],
    ['a "x`b`"', "substitution@4-7"],
    ['a "x$(b)"', "substitution@4-8"],
    ["a $b", "expansion@2-4"],
    ["a ${b}", "expansion@2-6"],
    ['a "$b"', "expansion@3-5"],
    ['a x"${b:-$(c)}"', "expansion@4-14"],
    ["$b", "expansion@0-2"],
    ["a $1 $@ $?", "expansion@2-4 expansion@5-7 expansion@8-10"],
    ["a $((1))", "arithmetic@2-8"],
    ["((1))", "arithmetic@0-5"],
    ["a *.c", "glob@2-3"],
    ["a x?", "glob@3-4"],
    ["a [a-z]", "glob@2-7"],
    ["a +(x)", "glob@2-6"],
    ["a {b,c}", "expansion@2-7"],
    ["a {1..3}", "expansion@2-8"],
    ["a ~", "expansion@2-3"],
    ["a ~/x", "expansion@2-3"],
    ["a ~root/x", "expansion@2-3"],
    ["a x=~/y", "expansion@4-5"],
    ["a x=y:~/y", "expansion@6-7"],
    ["a x'='=~/y", "expansion@7-8"],
    ["a x=\\\n~/y", "expansion@6-7"],
    ["a $\\\nb", "expansion@2-4"],
    ['a "$\\\n{b}"', "expansion@3-5"],
    ["a $\\\n'b'", "expansion@2-4"],
    ["a 2\\\n>b", "expansion@3-5"],
    ["2\\\n>b", "expansion@1-3"],
    ["a {fd\\\n}>b", "expansion@5-7"],
    ["a >~/y", "expansion@3-4"],
    ["a >$y", "expansion@3-5"],
    ["a >*", "glob@3-4"],
    ["a <<E\nx\nE\n", "here-document@2-5"],
    ["a <<<x", "here-document@2-6"],
    ["a <(b)", "process-substitution@2-6"],
    ["a >(b)", "process-substitution@2-6"],
    ["(a)", "subshell@0-3"],
    ["{ a; }", "compound@0-6"],
    ["if a; then b; fi", "compound@0-16"],
    ["for x in a; do b; done", "compound@0-22"],
    ["while a; do b; done", "compound@0-19"],
    ["case a in b) c;; esac", "compound@0-21"],
    ["[[ a ]]", "compound@0-7"],
    ["{ a; } >o", "compound@0-9"],
    ["a | { b; }", "compound@4-10"],
    ["f() { a; }", "function@0-10"],
    ["a &", "background@2-3"],
    ["a & b", "background@2-3"],
    ["coproc a", "background@0-8"],
    ["X=1 a", "assignment@0-3"],
    ["X=1", "assignment@0-3"],
    ["export X=1", "assignment@7-10"],
    ["! a", "prefix@0-1"],
    ["time a", "prefix@0-4"],
    ["a |& b", "pipe@2-4"],
    ["a $'b'", "quoting@2-6"],
    ['a $"b"', "quoting@2-6"],
    ["a 3>x", "redirect@2-5"],
    ["a {fd}>x", "redirect@2-8"],
    ["a <>x", "redirect@2-5"],
    ["a &>x", "redirect@2-5"],
    ["a >&x", "redirect@2-5"],
    ["a >&-", "redirect@2-5"],
    ["a <&0", "redirect@2-5"],
    ["a 0>x", "redirect@2-5"],
    ["a 2>&1 >x", "redirect@7-9"],
    ["a 2>&1 1>&2", "redirect@7-11"],
    ["a 2>&2", "redirect@2-6"],
    ["a >x | b", "redirect@2-4"],
    ["a | b <x", "redirect@6-8"],
    ["a |", "syntax@3-4"],
    ["a && ", "syntax@4-5"],
    ["&& a", "syntax@0-1"],
    ["a 'b", "syntax@2-3"],
    ['a "b', "syntax@2-3"],
    ["a )", "syntax@2-3"],
    ["a;;b", "syntax@1-2"],
    ["a \\", "syntax@2-3"],
    ["a\u0000b", "control-character@1-2"],
    ["a\rb", "control-character@1-2"],
    ["a\u001b[1m", "control-character@1-2"],
    ["a".repeat(40_000), "too-long@0-0"],
    ["$(".repeat(2000), "syntax@0-1"],
  ])("refuses %.40j", (text, expected) => expect(show(text)).toBe(expected));

  /** The same text in one of the ways that a person may quote it. */
  const styles: readonly ((text: string) => string)[] = [
    (text) => `'${text.replaceAll("'", `'\\''`)}'`,
    (text) => `"${text.replaceAll(/["\\$`]/g, "\\$&")}"`,
    (text) =>
      text === "" || text.includes("\n") ? `'${text.replaceAll("'", `'"'"'`)}'` : text.replaceAll(/./gsu, "\\$&"),
    (text) =>
      Array.from(text)
        .map((character) => (character === "'" ? `"'"` : `'${character}'`))
        .join("") || `""`,
    (text) => (/^[A-Za-z0-9_./%@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`),
  ];
  const character = fc.constantFrom(..."abZ09 '\"\\$`*?[]{}~!#&|;<>()=:-+%^@,.\n\té☃".split(""), "😀");
  const word = fc.string({ unit: character, maxLength: 8 });
  const quoted = fc.tuple(word, fc.nat(styles.length - 1)).map(([text, style]) => {
    return { text, written: (styles[style] ?? String)(text) };
  });
  const argv = fc.array(quoted, { minLength: 1, maxLength: 6 });

  it("gives back any argument list, however it is quoted", () => {
    fc.assert(
      fc.property(argv, (words) => {
        const line = words.map(({ written }) => written).join(" ");
        // What only looks like a continued line is refused, too.
        fc.pre(!line.includes("\\\n"));
        const parsed = parseSimpleScript(`x ${line}`);
        const read = parsed.ok ? parsed.steps[0]?.stages[0]?.words.slice(1).map(({ text }) => text) : parsed.issues;
        expect(read).toEqual(words.map(({ text }) => text));
      }),
      { numRuns: 500 },
    );
  });

  it("reads words as bash does", () => {
    const lists = fc.sample(argv, { numRuns: 60, seed: 7 });
    for (const words of lists) {
      const line = words.map(({ written }) => written).join(" ");
      const out = execFileSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
      const parsed = parseSimpleScript(`printf '%s\\0' ${line}`);
      const read = parsed.ok ? parsed.steps[0]?.stages[0]?.words.slice(2).map(({ text }) => text) : null;
      expect(read).toEqual(out.split("\0").slice(0, -1));
    }
  });

  it("agrees with bash about any text that it takes for a list of words", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab '\"\\=:-{}[],.^~".split("")), maxLength: 14 });
    const given = fc.sample(text, { numRuns: 300, seed: 11 });
    const taken = given.flatMap((tail) => {
      const parsed = parseSimpleScript(`printf '%s\\0' . ${tail}`);
      if (!parsed.ok || parsed.steps.length !== 1) return [];
      return [{ tail, words: parsed.steps[0]?.stages[0]?.words.slice(2).map((read) => read.text) }];
    });
    expect(taken.length).toBeGreaterThan(80);
    const script = taken.map(({ tail }) => `printf '%s\\0' . ${tail}\nprintf '\\1'\n`).join("");
    const out = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\u0001");
    expect(taken.map(({ words }) => words)).toEqual(out.slice(0, -1).map((list) => list.split("\0").slice(0, -1)));
  });

  it("answers any text", () => {
    const unit = fc.constantFrom(..."a $`'\"\\(){}<>|&;*?~!#=\n".split(""), "$(", "<<", "&&", "if", "{{.x}}");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const parsed = parseSimpleScript(text);
        if (parsed.ok) expect(parsed.steps.every(({ stages }) => stages.length > 0)).toBe(true);
        else expect(parsed.issues.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
