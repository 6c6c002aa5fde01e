import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileShellLine } from "./compile-shell-line.ts";
import { readQuoting } from "./quoting.fixture.ts";

/** The code of the issue, or the compiled line. */
function show(line: string): string {
  const scanned = compileShellLine(line);
  return scanned.ok ? scanned.line.line : `${scanned.issue.code} ${scanned.issue.offset}`;
}

/** Arguments that show what a shell makes of them. */
function run(line: string, values: readonly string[]): readonly string[] {
  const script = `show() { for word; do printf '%s\\0' "$word"; done; }; ${line}`;
  const printed = execFileSync("sh", ["-c", script, "sh", ...values], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return printed.split("\0").slice(0, -1);
}

const HOSTILE = [
  "a; touch /tmp/owned", "$(id)", "`id`", "'; id; '", '"; id; "', "a b  c", "*", "?", "~", "\\", "a\\", "\n", "a\nid\n", "${x}", "$1", "$@", "-rf", "!!",
  "#", "&", "|", ">", "<", "(", ")", "{a,b}", "[a]", "=", "", " ", "\t", "é😀", "%s%n", "x'\\''y", "\u0001",
]; // prettier-ignore

describe("compileShellLine", () => {
  it.each([
    ["git -C ${repo} rev-parse HEAD", 'git -C "$1" rev-parse HEAD'],
    ["a ${x} ${y} ${x}", 'a "$1" "$2" "$1"'],
    ["a ${a}${b}${c}${d}${e}${f}${g}${h}${i}${j}", 'a "$1""$2""$3""$4""$5""$6""$7""$8""$9""${10}"'],
    ["a --b=${x}.c", 'a --b="$1".c'],
    ["a $${x}", 'a \\$"$1"'],
    ["a $$ ${x}", 'a $$ "$1"'],
    ["a $$$${x}", 'a $$\\$"$1"'],
    ['a "b $(c ${x} "d") e"', 'a "b $(c "$1" "d") e"'],
    ["a $(b $(c ${x}))", 'a $(b $(c "$1"))'],
    ["(a; b ${x})", '(a; b "$1")'],
    ["a 'b' \"c $HOME\" \\' ${x}", 'a \'b\' "c $HOME" \\\' "$1"'],
    ["a 2>&1 >b ${x}", 'a 2>&1 >b "$1"'],
    ["a#${x}", 'a#"$1"'],
    ["a \\\n ${x}", 'a \\\n "$1"'],
    ["a '${' ${x}", "a '${' \"$1\""],
    ["a $((1 + (2))) ${x}", 'a $((1 + (2))) "$1"'],
    ["a $ ${x} $", 'a $ "$1" $'],
  ])("%j becomes %j", (line, compiled) => expect(show(line)).toBe(compiled));

  it.each([
    ["a '${x}'", "quoted-placeholder 3"],
    ['a "${x}"', "quoted-placeholder 3"],
    ['a "$(b "${x}")"', "quoted-placeholder 8"],
    ["a \\${x}", "quoted-placeholder 2"],
    ["a `b ${x}`", "quoted-placeholder 5"],
    ["a `b \\` ${x}`", "quoted-placeholder 8"],
    ["a $((${x}))", "quoted-placeholder 5"],
    ["a # ${x}", "quoted-placeholder 4"],
    ["a <<E\n${x}\nE", "here-document 2"],
    ["a <<<${x}", "here-document 2"],
    ["a 'b ${x}", "unclosed-quote 2"],
    ['a "b', "unclosed-quote 2"],
    ["a `b", "unclosed-quote 2"],
    ["a $(b", "unclosed-quote 4"],
    ["a $((1", "unclosed-quote 2"],
    ["a $[${x}]", "unclear-shell-line 2"],
    ['a "$["${x}"]"', "unclear-shell-line 3"],
    ["a <(b ${x})", "unclear-shell-line 2"],
    ["a ${x} >(b)", "unclear-shell-line 7"],
    ["a <\\\n<E\n${x}\nE", "unclear-shell-line 3"],
    ["a $\\\n(b ${x})", "unclear-shell-line 3"],
    ['a "$\\\n(b)" ${x}', "unclear-shell-line 4"],
    ["a ${x", "unclosed-quote 2"],
    ["a ${x-y}", "bad-placeholder 2"],
    ["a ${}", "bad-placeholder 2"],
    ["a ${1}", "bad-placeholder 2"],
    ['a "${x:?}"', "bad-placeholder 3"],
    ["a $1 ${x}", "positional-parameter 2"],
    ['a "$@" ${x}', "positional-parameter 3"],
    ["a $'b' ${x}", "unclear-shell-line 2"],
    ['a $"b" ${x}', "unclear-shell-line 2"],
    ["((${x}))", "unclear-shell-line 0"],
    ["f() { a ${x}; }", "shell-function 1"],
    ["f ( ) { a ${x}; }", "shell-function 2"],
    ["a $(case b in b) echo ${x};; esac)", "unclear-shell-line 4"],
    [`a ${"$(".repeat(50)}`, "unclear-shell-line 44"],
  ])("%j is refused: %s", (line, issue) => expect(show(line)).toBe(issue));

  it.each(HOSTILE)("a real shell makes one inert argument of %j", (value) => {
    const line = "show a ${x} --b=${x}. $(printf '%s' c)${x} \"d $(show ${x} | tr -d '\\0') e\" | cat; show ${y}";
    const scanned = compileShellLine(line);
    expect(scanned.ok && scanned.line.params).toEqual(["x", "y"]);
    const text = scanned.ok ? scanned.line.line : "";
    // A command substitution cuts line ends off, whoever wrote them.
    const inner = value.replace(/\n+$/, "");
    expect(run(text, [value, "y"])).toEqual(["a", value, `--b=${value}.`, `c${value}`, `d ${inner} e`, "y"]);
  });

  it("agrees with a second reading of quotes, and with a real shell", () => {
    const piece = fc.constantFrom("'", '"', "\\", " ", "a", "#b", "${x}", "${x}", "c", "=", "-");
    let compiled = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...HOSTILE), (pieces, value) => {
        const line = `show a${pieces.join("")}`;
        const scanned = compileShellLine(line);
        const read = readQuoting(line, value);
        // A comment is a matter of words, which the second reading leaves out.
        if (/ #/.test(line) || /\\$/.test(line)) return;
        expect(scanned.ok).toBe(read?.isOpen === true);
        if (!scanned.ok || read === null || !line.includes("${x}")) return;
        compiled += 1;
        expect(run(scanned.line.line, [value])).toEqual(read.words.slice(1));
      }),
      { numRuns: 1500 },
    );
    expect(compiled).toBeGreaterThan(100);
  });

  it("answers any line", () => {
    const piece = fc.constantFrom("'", '"', "`", "$", "$(", "$((", "${", "}", "(", ")", "\\", "\n", " ", "<<", ">", "|", "&", ";", "#", "x", "1", "case", "${x}"); // prettier-ignore
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const line = pieces.join("");
        const scanned = compileShellLine(line);
        if (!scanned.ok) expect(scanned.issue.offset).toBeLessThanOrEqual(line.length);
        else expect(new Set(scanned.line.params).size).toBe(scanned.line.params.length);
      }),
      { numRuns: 3000 },
    );
  });
});
