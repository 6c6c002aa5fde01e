import { beforeAll, describe, expect, it } from "vitest";
import { createWorkspace } from "./workspace.fixture.ts";

const workspace = createWorkspace();
workspace.write("toolgate.toml", '[permissions]\nallow = ["shell.exec(npm run *)"]\ndeny = ["shell.exec(curl *)"]\n');
beforeAll(() => workspace.run(["trust", "--yes"]));

const CASES = [
  { id: "configured", tool: "shell.exec", args: { command: "npm run build" }, expect: "allow" },
  { id: "by another name", tool: "terminal.exec", args: { command: "curl x" }, expect: "deny", code: "DENIED_BY_RULE" },
  { id: "own lists", tool: "Bash", args: { command: "npm run build" }, allow: [], expect: "ask" },
  { id: "unknown tool", tool: "nope", args: {}, expect: "deny", code: "UNKNOWN_TOOL" },
  { id: "no argument", tool: "fs.write", expect: "deny", code: "DENIED_BROKEN" },
  { id: "bad rule", tool: "shell.exec", args: { command: "ls" }, deny: ["shell.exec("], expect: "deny" },
  { id: "headless", tool: "shell.exec", args: { command: "make" }, headless: true, expect: "deny" },
  { id: "pack", tool: "shell.exec", args: { command: "rm -rf /" }, mode: "autonomous", expect: "deny" },
  { id: "breaker", tool: "shell.exec", args: { command: "rm -rf /" }, mode: "autonomous", deny: [], expect: "ask" },
] as const;

const toLines = (cases: readonly object[]): string => cases.map((one) => `${JSON.stringify(one)}\n`).join("");

describe("toolgate policy eval", () => {
  it("answers every case in order, one line each", async () => {
    workspace.write("cases.jsonl", toLines(CASES));
    const { code, stdout } = await workspace.run(["policy", "eval", "--input", "cases.jsonl"]);
    expect(code).toBe(0);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string; effect: string; code: string; reasons: string[] });
    expect(answers.map(({ id, effect }) => ({ id, effect }))).toEqual(
      CASES.map(({ id, expect: effect }) => ({ id, effect })),
    );
    for (const { reasons } of answers) expect(reasons.length).toBeGreaterThan(0);
  });

  it("denies a case that it cannot read, and goes on", async () => {
    workspace.write("cases.jsonl", `${toLines([{ id: "m", tool: "shell.exec", mode: "wild" }, CASES[0]])}no json\n`);
    const { code, stdout, stderr } = await workspace.run(["policy", "eval", "--input", "cases.jsonl"]);
    expect(code).toBe(2);
    const [bad, good] = stdout.split("\n");
    expect(JSON.parse(bad ?? "")).toMatchObject({ id: "m", effect: "deny", code: "BAD_CASE" });
    expect(JSON.parse(good ?? "")).toMatchObject({ id: "configured", effect: "allow" });
    expect(stderr).toContain("line 3");
  });
});

describe("toolgate policy test", () => {
  it("is content when everything is as expected", async () => {
    workspace.write("rules.jsonl", toLines(CASES));
    const { code, stdout } = await workspace.run(["policy", "test", "rules.jsonl"]);
    expect([code, stdout]).toEqual([0, `${CASES.length} of ${CASES.length} cases as expected\n`]);
  });

  it("shows what was decided otherwise, and why", async () => {
    workspace.write(
      "rules.jsonl",
      toLines([CASES[0], { ...CASES[1], expect: "allow" }, { id: "none", tool: "fs.read" }]),
    );
    const { code, stdout } = await workspace.run(["policy", "test", "rules.jsonl"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/by another name \(line 2\): expected allow[^]*got deny \(DENIED_BY_RULE\)[^]*curl/);
    expect(stdout).toContain("1 of 3 cases as expected");
  });

  it("fails where there is nothing to hold", async () => {
    workspace.write("rules.jsonl", "\n");
    expect((await workspace.run(["policy", "test", "rules.jsonl"])).code).toBe(1);
  });
});
