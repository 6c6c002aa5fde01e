import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { findUnexpected } from "./find-unexpected.ts";
import { createLines } from "./generate-lines.ts";
import { LISTED_LINES } from "./listed-lines.ts";
import { checkGenerated, checkLines, generateLines } from "./property.ts";
import type { Judge } from "./property.ts";
import { renderViolation } from "./render-violation.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

const opened = await createSandbox();
if (opened.ok) describe("the oracle", () => checkOracle(opened.sandbox));
else describe.skip(`the oracle: SKIPPED, ${opened.reason}`, () => it("needs a sandbox", () => undefined));

const READERS: ReadonlySet<string | undefined> = new Set(["echo", "ls", "cat", "grep", "wc", "head"]);

/** Splits only at `;`, and at blanks whatever stands in quotes. */
const naive: Judge = (line) => {
  const commands = line.split(";").map((part) => part.trim().split(/\s+/));
  return { allowed: commands.every(([name]) => READERS.has(name)), commands, writes: [] };
};

/** One command of words of letters, points and slashes. */
const strict: Judge = (line) => {
  const words = line.split(" ");
  return { allowed: /^[a-z]+(?: [a-z./]+)*$/.test(line) && READERS.has(words[0]), commands: [words], writes: [] };
};

/** A line, the programs that it starts, and the files that it changes. */
const SANDBOX_CASES: readonly (readonly [line: string, executed: readonly string[], ...changed: string[]])[] = [
  ["rm x", ["rm x"]],
  ["rm 'a b' '' $'\\n'", ['rm ["a b","","\\n"]']],
  ["echo hi", []],
  ["/bin/rm y; ./ls; bin/ls z", ["/bin/rm y", "./ls", "bin/ls z"]],
  ["env -i rm x", ["env -i rm x", "/bin/rm x"]],
  ["timeout -s KILL 5 nice -n 5 rm x", ["timeout -s KILL 5 nice -n 5 rm x", "nice -n 5 rm x", "rm x"]],
  ["sh -c 'rm x'", ["sh -c rm x", "rm x"]],
  ["find sub -name c.txt -exec rm {} +", ["find sub -name c.txt -exec rm {} +", "rm sub/c.txt"]],
  ["echo a b | xargs -n1 rm", ["xargs -n1 rm", "rm a", "rm b"]],
  ["rm x &", ["rm x"]],
  [": >(rm x)", ["rm x"]],
  ["for i in 1 1 1; do rm x; done", ["rm x"]],
  ["echo $((a)) ${p@P}", ["touch pwned"]],
  ["$X", ["rm x"]],
  [". ./run.sh", ["touch from-script"]],
  ["sort -o out.txt b.txt", ["sort -o out.txt b.txt"], "out.txt"],
  ["find sub -delete", ["find sub -delete"], "sub", "sub/c.txt"],
  ["echo x >> a.txt; > ../up.txt; > /tmp/t; > /not", [], "../up.txt", "/tmp/t", "a.txt"],
  ["cd sub; > q", [], "sub/q"],
  ["echo x > /dev/null", []],
  ["syntax ( error", []],
];

type SandboxCase = readonly [line: string, executed: readonly string[], changed: readonly string[]];

function checkOracle(sandbox: Sandbox): void {
  afterAll(() => sandbox.close());

  it.each(SANDBOX_CASES.map(([line, executed, ...changed]): SandboxCase => [line, executed, changed]))(
    "sees what %j does",
    async (line, executed, changed) => {
      const [ran] = await sandbox.run([line]);
      const shown = ran?.executed.map(({ program, args }) =>
        args.some((word) => /^$|\s/.test(word)) && program === "rm"
          ? `${program} ${JSON.stringify(args)}`
          : [program, ...args].join(" "),
      );
      expect(shown?.toSorted()).toEqual(executed.toSorted());
      expect(ran?.changed.toSorted()).toEqual(changed);
    },
  );

  it("ends what does not end, and what ends the sandbox, and goes on", async () => {
    const lines = [
      "while :; do :; done",
      ":(){ :|:& };:",
      "kill -KILL -1; rm x",
      "rm y",
      "cat < <(sleep() { read; }; sleep)",
    ];
    const ran = await sandbox.run([...lines, "rm z"]);
    expect(ran.map(({ line }) => line)).toEqual([...lines, "rm z"]);
    expect(ran.map(({ status }) => status).slice(0, 4)).toEqual([137, expect.any(Number), null, 0]);
    expect(ran.at(-1)?.executed.map(({ args }) => args)).toEqual([["z"]]);
  }, 60_000);

  it("catches a splitter that only knows `;`, and shrinks what it finds", async () => {
    const { violations } = await checkGenerated(naive, { seed: 3, cases: 400, maxShrunk: 5 }, sandbox);
    expect(violations.length).toBeGreaterThan(20);
    const shrunk = violations.slice(0, 5);
    expect(shrunk.map(({ line, from }) => line.length <= (from?.line.length ?? 0))).not.toContain(false);
    expect(Math.max(...shrunk.map(({ line }) => line.length))).toBeLessThan(50);
    expect(renderViolation(shrunk[0]!)).toContain("of seed 3");
  }, 120_000);

  it("finds the same violation from a seed again", async () => {
    const [first] = (await checkGenerated(naive, { seed: 3, cases: 100, maxShrunk: 1 }, sandbox)).violations;
    expect(generateLines(3, 100)[first!.from!.index]).toBe(first!.from!.line);
  }, 60_000);

  it("catches it with listed lines", async () => {
    const { violations } = await checkLines(naive, LISTED_LINES, sandbox);
    const lines = violations.map(({ line }) => line);
    expect(lines).toEqual(expect.arrayContaining(["echo `rm x`", "cat <(rm x)", "ls\nrm x", "cat a.txt > b.txt"]));
  }, 60_000);

  it("lets a judge pass that allows nothing but plain words", async () => {
    const { allowed, violations } = await checkGenerated(strict, { seed: 5, cases: 10_000 }, sandbox);
    expect(violations).toEqual([]);
    expect(allowed).toBeGreaterThan(20);
  }, 60_000);

  it("generates lines of which most are right and do something", async () => {
    const lines = generateLines(1, 600);
    const ran = await sandbox.run(lines);
    expect(ran.filter(({ executed }) => executed.length > 0).length).toBeGreaterThan(400);
    expect(ran.filter(({ changed }) => changed.length > 0).length).toBeGreaterThan(50);
    expect(ran.filter(({ status }) => status === null).length).toBeLessThan(5);
  }, 120_000);
}

describe("the lines", () => {
  const lines = generateLines(1, 3000);
  it.each([
    ["substitution", /\$\(\w/],
    ["backquotes", /`\w/],
    ["process substitution", /[<>]\(/],
    ["here-document", /<<-?\s?E/],
    ["quoted here-document", /<<-?\s?'E/],
    ["here-string", /<<< /],
    ["function", /\(\) \{ /],
    ["coprocess", /coproc \{/],
    ["case", /case .* in/],
    ["select", /select i in/],
    ["arithmetic", /\(\( /],
    ["test", /\[\[ /],
    ["brace expansion", /\{a,b\}/],
    ["ANSI quoting", /\$'/],
    ["line continuation", /\\\n/],
    ["wrapper", /timeout -s KILL 5/],
    ["redirect to a named descriptor", /\{fd\}>/],
    ["background", / & /],
    ["alias", /alias ls/],
    ["comment", /# rm x/],
    ["default with a substitution", /:-[$`]/],
  ])("hold %s", (_, pattern) => expect(lines.some((line) => pattern.test(line))).toBe(true));

  it("have no NUL, and are the same for the same seed", () => {
    expect([...lines, ...LISTED_LINES].filter((line) => line.includes("\0"))).toEqual([]);
    expect(generateLines(1, 300)).toEqual(lines.slice(0, 300));
  });

  it("shrink to the least that still fails", () => {
    const found = fc.check(
      fc.property(createLines(), (line) => !line.includes("rm x")),
      { seed: 8, numRuns: 1000 },
    );
    expect(found.failed).toBe(true);
    expect(found.counterexample?.[0].length).toBeLessThan(25);
  });
});

describe("findUnexpected", () => {
  const ran = { line: "", status: 0, changed: ["out.txt"] };
  const rm = { program: "rm", args: ["-f", "a", "b"], cwd: "/" };
  it.each<readonly [command: readonly (string | null)[], program: string, announced: boolean]>([
    [["rm", "-f", "a", "b"], "rm", true],
    [["rm", "-f", "a", "b"], "/bin/rm", true],
    [["rm", "-f", "a", "b"], "./rm", false],
    [["/bin/rm", "-f", "a", "b"], "rm", false],
    [["rm", "-f", "a"], "rm", false],
    [["rm", "-f", "a", "b", "c"], "rm", false],
    [["rm", null], "rm", true],
    [["rm", "-f", null, "b"], "rm", true],
    [["rm", null, "-f", null, "b", null], "rm", true],
    [["rm", null, "a"], "rm", false],
    [[null, "-f", "a", "b"], "rm", false],
    [[null], "rm", false],
    [[], "rm", false],
  ])("holds %j against %s", (command, program, announced) => {
    const judgement = { allowed: true, commands: [["ls"], command], writes: ["./sub/../out.txt"] };
    const unexpected = findUnexpected(judgement, { ...ran, executed: [{ ...rm, program }] });
    expect(unexpected === null).toBe(announced);
  });

  it.each<readonly [writes: readonly (string | null)[], announced: boolean]>([
    [[], false],
    [["out.txt"], true],
    [["../work/out.txt"], true],
    [["sub/out.txt"], false],
    [["sub/out.txt", null], true],
  ])("holds writes to %j against a new file", (writes, announced) => {
    const unexpected = findUnexpected({ allowed: true, commands: [], writes }, { ...ran, executed: [] });
    expect(unexpected === null).toBe(announced);
  });
});
