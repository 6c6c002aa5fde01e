import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadShellParser } from "../facts/load-shell-parser.ts";
import type { CommandItem, ItemRedirect, ItemWord } from "./analysis.ts";
import { analyzeCommand } from "./analyze-command.ts";
import type { SecondOpinion } from "./second-opinion/second-opinion.ts";

interface Vector {
  readonly line: string;
  readonly programs: readonly string[];
  readonly problems: readonly string[];
}

const vectors = readFileSync(new URL("../../test/vectors/shell/inventory.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((row) => JSON.parse(row) as Vector);

let second: SecondOpinion;
beforeAll(async () => {
  second = await loadShellParser();
});

/** As the vectors name it: `?` and what is known of its beginning, where a program is not known. */
function toProgram({ words: [program] }: CommandItem): string {
  if (program === undefined) return "";
  return program.text ?? `?${program.prefix}`;
}

function codes(line: string): readonly string[] {
  return [...new Set(analyzeCommand(line, second).problems.map(({ code }) => code))].toSorted();
}

describe("analyzeCommand", () => {
  it.each(vectors)("lists the programs of $line", ({ line, programs, problems }) => {
    expect(analyzeCommand(line, second).items.map(toProgram)).toEqual(programs);
    expect(codes(line)).toEqual(problems);
  });

  it("reads programs of simple lines as scripts, and of no line with a problem", () => {
    for (const { line } of vectors) {
      const { script, items, problems } = analyzeCommand(line, second);
      if (problems.length > 0) expect(script).toBeNull();
      if (script === null) continue;
      const stages = script.steps.flatMap((step) => step.stages);
      const words = stages.map((stage) => stage.words.map(({ text }) => text));
      expect(words).toEqual(items.map((item) => item.words.map(({ text }) => text)));
    }
  });

  it("says the same with one parser where two agree", () => {
    for (const { line, problems } of vectors) {
      if (problems.includes("parsers-disagree")) continue;
      expect(analyzeCommand(line)).toEqual(analyzeCommand(line, second));
    }
  });
});

describe("words", () => {
  const show = ({ text, prefix, dynamic, glob, tilde, quoted, splits }: ItemWord): string =>
    [
      text === null ? `${prefix}<${String(dynamic)}>` : text,
      ...(glob ? ["glob"] : []),
      ...(tilde ? ["tilde"] : []),
      ...(quoted ? ["quoted"] : []),
      ...(splits === true ? ["splits"] : []),
    ].join(" ");

  it.each([
    ["a", "a"],
    ["''", " quoted"],
    [`"a"'b'c\\d`, "abcd quoted"],
    ["a\\\nb", "ab quoted"],
    [`"a\\$b\\q"`, "a$b\\q quoted"],
    ["$'a\\x41\\n'", "aA\n quoted"],
    ["$'\\u0041\\101\\cA'", "AA\u0001 quoted"],
    ['$"a"', "a quoted"],
    ["*.c", "*.c glob"],
    ["'*'.c", "*.c quoted"],
    ["a[bc]?", "a[bc]? glob"],
    ["~", "~ tilde"],
    ["~/a", "~/a tilde"],
    ["~\\\n/a", "~/a tilde quoted"],
    ["'~'", "~ quoted"],
    ["\\~", "~ quoted"],
    ["~'/'a", "~/a quoted"],
    ["~\\/a", "~/a quoted"],
    ["~root", "<expansion>"],
    ["~+/a", "<expansion>"],
    ["a=~/b", "a=<expansion>"],
    ["a=b:~/c", "a=<expansion>"],
    ["--a=~/b", "--a=~/b"],
    ["a:~/b", "a:~/b"],
    ["HEAD~1", "HEAD~1"],
    ["$a", "<expansion> splits"],
    ["x$a", "x<expansion> splits"],
    ['"x$a"', "x<expansion> quoted"],
    ['"$@"', "<expansion> quoted splits"],
    ['"$*"', "<expansion> quoted"],
    ["$(a)", "<substitution> splits"],
    ['"-$(a)"', "-<substitution> quoted"],
    ["$(a)$b", "<expansion> splits"],
    ["$(a)$((1))", "<arithmetic> splits"],
    ["<(a)", "<process-substitution>"],
    ["x{a,b}", "x<braces> splits"],
    ["{a,$b}", "<braces> splits"],
    ["a{b}", "a{b}"],
    ["[$(a)]", "<substitution> glob splits"],
  ])("reads %j", (word, expected) => {
    const [item] = analyzeCommand(`x ${word}`, second).items;
    expect(item?.words.slice(1).map(show)).toEqual([expected]);
  });

  it("knows where words and commands stand", () => {
    const line = "a 'b c' $(d e) && f";
    const slices = analyzeCommand(line, second).items.map(({ start, end, words }) => [
      line.slice(start, end),
      ...words.map((word) => line.slice(word.start, word.end)),
    ]);
    expect(slices).toEqual([
      ["a 'b c' $(d e)", "a", "'b c'", "$(d e)"],
      ["d e", "d", "e"],
      ["f", "f"],
    ]);
  });

  it("puts what stands in backquotes inside backquotes where the outer ones are", () => {
    const line = "a `b \\`c\\``";
    const places = analyzeCommand(line).items.map(({ start, end }) => line.slice(start, end));
    expect(places).toEqual([line, "`b \\`c\\``", "`b \\`c\\``"]);
  });
});

describe("assignments", () => {
  it.each([
    ["A=1 x", ["A=1"]],
    ["A='b c' B+=d", ["A=b c", "B+=d"]],
    ["A=$x", ["A=null"]],
    ["A=~/x", ["A=null"]],
    ["A=x:~/y", ["A=null"]],
    ["A=(a b)", ["A=null"]],
    ["export A=b C=$d", ["A=b", "C=null"]],
    ["export 'A=b c'", ["A=b c"]],
    ['export "A=$b"', ["A=null"]],
    ["declare -x A+=b", ["A+=b"]],
    ["env A=b x", []],
    ["x A=b", []],
  ])("reads %j", (line, expected) => {
    const read = analyzeCommand(line, second).items.flatMap(({ assignments }) =>
      assignments.map(({ name, value, append }) => `${name}${append ? "+=" : "="}${String(value)}`),
    );
    expect(read).toEqual(expected);
  });
});

describe("redirects", () => {
  const show = ({ operator, descriptor, target, use, body }: ItemRedirect): string =>
    `${String(descriptor ?? "")}${operator}${target?.text ?? "null"} ${use}${body === undefined ? "" : ` ${JSON.stringify(body.text)}`}`;

  it.each([
    ["a >f", [">f write"]],
    ["a 2>>f", ["2>>f append"]],
    ["a >|f <g", [">|f write", "<g read"]],
    ["a &>f", ["&>f write"]],
    ["a &>>f", ["&>>f append"]],
    ["a >&f", [">&f write"]],
    ["a >&$f", [">&null write"]],
    ["a >&2 2>&1-", [">&2 duplicate", "2>&1- duplicate"]],
    ["a 2>&- <&-", ["2>&- close", "<&- close"]],
    ["a <>f", ["<>f read-write"]],
    ["a {fd}>f", ["{fd}>f write"]],
    ["a <<<'b c'", ["<<<b c here-string"]],
    ["a <<E\nb \\$c \\\\ \\d\\\ne\nE", ['<<null here-document "b $c \\\\ \\\\de\\n"']],
    ["a <<'E'\n$b \\\\\nE", ['<<null here-document "$b \\\\\\\\\\n"']],
    ["a <<-E\n\t\tb\n\tc\n\tE", ['<<-null here-document "b\\nc\\n"']],
    ["a <<E\n$b\nE", ["<<null here-document null"]],
    [">f", [">f write"]],
    ["{ a; } >f", [">f write"]],
    ["{ { a <b; } >c; } >d", ["<b read", ">c write", ">d write"]],
    ["for x in y; do a; done >f", [">f write"]],
    ["f() { a; } >f", [">f write"]],
    ["[[ a ]] >f", [">f write"]],
    ["((1)) >f", [">f write"]],
  ])("reads %j", (line, expected) => {
    expect(analyzeCommand(line).items.flatMap(({ redirects }) => redirects.map(show))).toEqual(expected);
  });

  it("leaves the redirects of a group to what runs in it, and not to substitutions", () => {
    const files = analyzeCommand("{ a $(b); c >d; } >e", second).items.map(({ redirects }) => redirects.map(show));
    expect(files).toEqual([[">e write"], [], [">d write", ">e write"]]);
  });
});

describe("folders", () => {
  const where = ({ folder, folders }: CommandItem): string | null => folder ?? folders?.join(" or ") ?? null;

  it.each<[string, readonly (string | null)[]]>([
    ["x", [""]],
    ["cd a && x", ["", "a"]],
    ["cd a; x", ["", "a or "]],
    ["cd a || x", ["", ""]],
    ["cd a || exit; x", ["", "", "a"]],
    ["cd a || exit 1 2; x", ["", "", "a or "]],
    ["cd a && cd b && x", ["", "a", "a/b"]],
    ["cd a && cd .. && x", ["", "a", ""]],
    ["cd a/../.. && x", ["", ".."]],
    ["cd .. && cd ../b && x", ["", "..", "../../b"]],
    ["cd /a/../.. && cd b && x", ["", "/", "/b"]],
    ["cd && x", ["", "~"]],
    ["cd ~/a && cd ../.. && x", ["", "~/a", "~/.."]],
    ["cd '~' && cd a && x", ["", "./~", "./~/a"]],
    ["cd '' && x", ["", ""]],
    ["cd ./a//b/ && x", ["", "a/b"]],
    ["cd -- a && x", ["", "a"]],
    ["cd -L a && x", ["", "a"]],
    ["cd -P a && x", ["", null]],
    ["cd - && x", ["", null]],
    ["cd $a && x", ["", null]],
    ["cd *a && x", ["", null]],
    ["cd ~root && x", ["", null]],
    ["cd a b && x", ["", null]],
    ["cd $a && cd /b && x", ["", null, "/b"]],
    ["command cd a && x", ["", "a"]],
    ["builtin cd a && x", ["", "a"]],
    ["\\cd a && x", ["", "a"]],
    ["! cd a && x", ["", ""]],
    ["(cd a && x); y", ["", "a", ""]],
    ["{ cd a && x; } && y", ["", "a", "a"]],
    ["cd a | x; y", ["", "", ""]],
    ["cd a & x", ["", ""]],
    ["x $(cd a && y); z", ["", "", "a", ""]],
    ["if cd a; then x; else y; fi; z", ["", "a", "", "a or "]],
    ["if x; then cd a; fi && y", ["", "", "a or "]],
    ["for i in 1 2; do x; cd a; done; y", [null, null, null]],
    ["while x; do y; done; z", ["", "", ""]],
    ["while cd a; do x; done", [null, null]],
    ["case a in a) cd b;; esac; x", ["", " or b"]],
    ["case a in a) cd b;& *) x;; esac", ["", " or b"]],
    ["f() { x; }; y", [null, null]],
    ["pushd a && x && popd && y", ["", "a", "a", ""]],
    ["pushd a && pushd b && x && popd && y", ["", "a", "a/b", "a/b", "a"]],
    ["pushd a && pushd && x", ["", "a", ""]],
    ["pushd +1 && x", ["", null]],
    ["popd && x", ["", null]],
    ["eval a; x", ["", null]],
    [". a; x", ["", null]],
    ["$a; x", ["", null]],
    ["cd a; cd b; cd c; x", ["", "a or ", "a/b or b or a or ", null]],
  ])("follows %j", (line, expected) => {
    expect(analyzeCommand(line, second).items.map(where)).toEqual(expected);
  });
});

describe("contexts", () => {
  it.each([
    ["a | b; c", ["0", "0", "-"]],
    ["a | b; c | d", ["0", "0", "1", "1"]],
    ["{ a; b | c; } | d", ["0 group", "0 group", "0 group", "0"]],
    ["a $(b | c) | d", ["0", "1 substitution", "1 substitution", "0"]],
    ["a & b", ["-&", "-"]],
    ["{ a; b; } &", ["-& group", "-& group"]],
    ["a && b & c", ["-&", "-&", "-"]],
    ["(a; { b; })", ["- subshell", "- subshell>group"]],
    ["if a; then b; fi", ["- condition", "- condition"]],
    ["a <(b) <<E\n$(c)\nE", ["-", "- process-substitution", "- here-document>substitution"]],
    ["[[ $(a) ]]", ["- test>substitution"]],
    ["coproc { a; }", ["-& coprocess>group"]],
    ["f() { a; }", ["- function>group"]],
    ["case $(a) in b) c;; esac", ["- case>substitution", "- case"]],
  ])("says what the commands of %j stand in", (line, expected) => {
    const shown = analyzeCommand(line).items.map(
      ({ pipeline, background, within }) =>
        `${String(pipeline ?? "-")}${background ? "&" : ""}${within.length > 0 ? ` ${within.join(">")}` : ""}`,
    );
    expect(shown).toEqual(expected);
  });
});

describe("limits", () => {
  it.each([
    ["a".repeat(1_000_000), 0, ["too-long"]],
    ["echo x; ".repeat(130_000), 0, ["too-long"]],
    ["a;".repeat(10_000), 10_000, ["too-long", "too-many"]],
    [`${"a;".repeat(5000)}rm x`, 5001, ["too-long", "too-many"]],
    [`${"(".repeat(63)} a ${")".repeat(63)}`.replaceAll("(", "( "), 1, []],
    [`${"(".repeat(65)} a ${")".repeat(65)}`.replaceAll("(", "( "), 1, ["too-deep"]],
    [`echo $((${"1+".repeat(4000)}1))`, 1, []],
    [`echo $((${"1+".repeat(20_000)}1))`, 1, ["too-long"]],
  ])("answers %.20j…", (line, count, expected) => {
    const { items, problems } = analyzeCommand(line);
    expect(items.length).toBe(count);
    expect([...new Set(problems.map(({ code }) => code))].toSorted()).toEqual(expected);
  });

  it.each([
    "echo $(".repeat(9000),
    `${"$((".repeat(4000)}a`,
    "cat <<E\n$(".repeat(2000),
    "`".repeat(9999),
    '"'.repeat(9999),
    "{a,".repeat(3000),
    "${a:-".repeat(2000),
    "[[ ( ".repeat(2000),
    "case a in (".repeat(900),
    "a <<E ".repeat(1500),
  ])("asks about %.20j…", (line) => {
    const { problems } = analyzeCommand(line, second);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThan(200);
  });
});

describe("any text", () => {
  const unit = fc.constantFrom(
    ..."ab $(){}[]<>|&;`'\"\\\n#=~*?!@-+:1\t\u00a0é\u202e\0".split(""),
    ..."$( ${ $(( [[ ]] << <<- <<E <( && || ;; if then fi for in do done case esac f() exec eval cd declare".split(" "),
    "\ud800",
  );

  it("never throws, and keeps places inside the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit, maxLength: 40 }), fc.string({ unit: "binary" })), (text) => {
        const { items, problems } = analyzeCommand(text, second);
        const spans = [...items, ...problems, ...items.flatMap(({ words, redirects }) => [...words, ...redirects])];
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length + 1);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
