import { describe, expect, it } from "vitest";
import type { Tool } from "../../model/tool.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import type { Rule } from "../policy.ts";
import { checkExamples } from "./check-examples.ts";
import { findRuleProblems } from "./find-rule-problems.ts";
import { toRules } from "./judge-rules.fixture.ts";
import { validateRule } from "./validate-rule.ts";

function one(effect: Rule["effect"], text: string, more: Partial<Rule> = {}): Rule {
  const [rule] = toRules({ [effect]: [text] });
  if (rule === undefined) throw new Error("no rule");
  return { ...rule, ...more };
}

describe("validateRule", () => {
  it.each([
    ["*", ["warning allow-everything"]],
    ["m*", ["error unanchored-glob"]],
    ["*x", ["error unanchored-glob"]],
    ["_*", ["error unanchored-glob"]],
    ["mcp__*", ["error unanchored-glob"]],
    ["mcp__github__*", []],
    ["files.*", []],
    ["Bash(npm test *)", []],
    ["Bash(* --version)", ["warning leading-star"]],
    ["Bash(*)", []],
    ["Bash(sudo *)", ["error runs-anything"]],
    ["Bash(bash *)", ["error runs-anything"]],
    ["Bash(bash -c *)", ["error runs-anything"]],
    ["Bash(/bin/sh *)", ["error runs-anything"]],
    ["Bash(ba* )", []],
    ["Bash(bash*)", ["error runs-anything"]],
    ["Bash(bash scripts/x.sh *)", []],
    ["Bash(python *)", ["error runs-anything"]],
    ["Bash(python3.12 *)", ["error runs-anything"]],
    ["Bash(python -c *)", ["error runs-anything"]],
    ["Bash(python -m pytest *)", []],
    ["Bash(node -e *)", ["error runs-anything"]],
    ["Bash(node --version)", []],
    ["Bash(npx *)", ["error runs-anything"]],
    ["Bash(npx tsc *)", []],
    ["Bash(npx bash *)", ["error runs-anything"]],
    ["Bash(devbox run *)", ["error runs-anything"]],
    ["Bash(xargs *)", ["error runs-anything"]],
    ["Bash(timeout 5 sudo *)", ["error runs-anything"]],
    ["Bash(env *)", ["error runs-anything"]],
    ["Bash(eval *)", ["error runs-anything"]],
    ["Bash(a && b)", ["error bad-specifier"]],
    ["Bash(echo 'a)", ["error bad-specifier"]],
    ["fs.read(a[)", ["error bad-specifier"]],
    ["fs.read(../x)", ["error bad-specifier"]],
    ["fs.read(**/x)", []],
    ["deploy(*prod)", ["warning leading-star"]],
    ["deploy(prod*)", []],
  ])("allow %s: %j", (text, expected) => {
    const issues = validateRule(one("allow", text));
    expect(issues.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
    for (const { message, hint } of issues) expect([message, hint]).not.toContain("");
  });

  it.each(["*", "m*", "Bash(sudo *)", "Bash(* --force)", "fs.read(../x)", "deploy(*prod)"])(
    "deny %s is fine",
    (text) => {
      expect(validateRule(one("deny", text))).toEqual([]);
    },
  );

  it.each([
    [{ reason: " " }, "blank-reason"],
    [{ params: { "": "x" } }, "bad-params"],
    [{ params: { a: "" } }, "bad-params"],
  ])("%j is refused", (more, code) => {
    expect(validateRule(one("deny", "a", more))).toMatchObject([{ severity: "error", code }]);
  });
});

describe("checkExamples", () => {
  it.each([
    [
      "allow",
      "Bash(npm test *)",
      ["npm test", "npm test -- a", "timeout 5 npm test"],
      ["npm tests", "npm test; rm x", "ls"],
    ],
    ["allow", "Bash(ls *)", ["ls", "ls -la"], ["lsof"]],
    ["deny", "Bash(rm *)", ["rm x", "sudo rm x", "ls && rm x"], ["ls", "echo rm"]],
    ["deny", "fs.read(.env)", [".env", "a/.env", "a/.ENV"], [".env.md", "/etc/.env"]],
    ["allow", "fs.write(/src/**)", ["src/a", "/w/src/b"], ["test/a", "../x"]],
    ["allow", "fs.read(~/notes/**)", ["~/notes/a"], ["~/other"]],
    ["allow", "web_fetch(domain:*.example.com)", ["https://a.example.com/x"], ["https://example.com"]],
    ["ask", "deploy(prod*)", ["prod-eu"], ["staging"]],
  ] as const)("%s %s", (effect, text, match, notMatch) => {
    const rule = one(effect, text);
    expect(checkExamples(rule, { match, notMatch }, analyzeCommand)).toEqual([]);
    const swapped = checkExamples(rule, { match: notMatch, notMatch: match }, analyzeCommand);
    expect(swapped).toHaveLength(match.length + notMatch.length);
    for (const example of [...match, ...notMatch]) {
      expect(swapped.some(({ message, code }) => code === "bad-example" && message.includes(example))).toBe(true);
    }
  });
});

describe("findRuleProblems", () => {
  const specifier = { text: "{path}", parts: [{ kind: "param", name: "path" }] };
  const tools = [
    { name: "fs.read", specifier },
    { name: "git.log", specifier: null },
  ] as unknown as readonly Tool[];

  it.each([
    ["allow", "git.log", []],
    ["allow", "Read(/src/**)", []],
    ["deny", "git.lag", ["unknown-tool"]],
    ["deny", "gone.*", []],
    ["deny", "git.log(/src/**)", ["no-such-role"]],
    ["deny", "git.log(count:5)", []],
    ["allow", "git.log(count:5)", ["no-such-role"]],
  ] as const)("%s %s: %j", (effect, text, codes) => {
    const found = findRuleProblems([one(effect, text)], tools);
    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  it("sees an allow that a deny takes back, also under another name", () => {
    const rules = toRules({ allow: ["Read(/src/**)"], deny: ["fs.read(/src/**)"] });
    expect(findRuleProblems(rules, tools)).toMatchObject([{ code: "shadowed", rule: { effect: "allow" } }]);
  });

  it("proposes a name that is near", () => {
    expect(findRuleProblems([one("deny", "git.lag")], tools)).toMatchObject([{ hint: "Did you mean `git.log`?" }]);
  });
});
