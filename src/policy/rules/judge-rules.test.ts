import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import type { PathUse, PolicyRequest, Rule } from "../policy.ts";
import { toLexicalFacts } from "../to-lexical-facts.ts";
import { hidesTool } from "./hides-tool.ts";
import { judgeFile, toCall, toRequest, toRules, toVerdict } from "./judge-rules.fixture.ts";
import type { RuleTexts } from "./judge-rules.fixture.ts";
import { judgeRules } from "./judge-rules.ts";

function judge(request: PolicyRequest, rules: readonly Rule[], facts = toLexicalFacts()): string {
  return toVerdict(judgeRules(request, rules, facts, analyzeCommand));
}

function rule(text: string, more: Partial<Rule> = {}): readonly Rule[] {
  return toRules({ [more.effect ?? "allow"]: [text] }).map((one) => ({ ...one, ...more }));
}

describe("rules on paths", () => {
  it.each<readonly [tool: string, use: PathUse, path: string, rules: RuleTexts, verdict: string]>([
    ["fs.write", "write", "src/a", { allow: ["fs.write(/src/**)"] }, "allow"],
    ["fs.write", "write", "src/a", { allow: ["Edit(src/**)"] }, "allow"],
    ["fs.create", "write", "src/a", { allow: ["Write(/src/**)"] }, "allow"],
    ["fs.mkdir", "write", "src/a", { allow: ["fs.edit(/src/**)"] }, "allow"],
    ["fs.delete", "delete", "src/a", { allow: ["fs.write(/src/**)"] }, "none"],
    ["fs.rename", "delete", "src/a", { allow: ["fs.edit(/src/**)"] }, "none"],
    ["fs.delete", "delete", "src/a", { deny: ["fs.write(/src/**)"] }, "deny"],
    ["fs.rename", "delete", "src/a", { ask: ["Edit(/src/**)"] }, "ask"],
    ["fs.delete", "delete", "src", { deny: ["fs.write(/src/keep/**)"] }, "deny"],
    ["fs.write", "write", "src", { deny: ["fs.write(/src/keep/**)"] }, "none"],
    ["fs.list", "list", "src/a", { allow: ["Read(/src/**)"] }, "allow"],
    ["fs.search", "read", ".env", { deny: ["Read(.env)"] }, "deny"],
    ["fs.glob", "list", "a/.env", { deny: ["fs.read(.env)"] }, "deny"],
    ["fs.edit", "write", "a/.env", { deny: ["fs.read(.env)"] }, "deny"],
    ["fs.read", "read", "a/.env", { deny: ["fs.write(.env)"] }, "none"],
    ["fs.read", "read", "a/.env", { deny: ["fs.list(.env)"] }, "none"],
    ["upload", "read", "a/.env", { deny: ["fs.read(.env)"] }, "deny"],
    ["upload", "read", "a/b", { allow: ["fs.read(/**)"] }, "none"],
    ["upload", "read", "a/b", { allow: ["upload(/a/**)"] }, "allow"],
    ["fs.write", "write", "src/foo.ts", { allow: ["files.write(/src/foo.ts)"], ask: ["files.write(/src/*)"] }, "ask"],
    ["fs.write", "write", "src/foo.ts", { allow: ["files.write"] }, "allow"],
    ["fs.write", "write", "src/foo.ts", { deny: ["files.*(/src/**)"] }, "deny"],
    ["fs.write", "write", "/etc/passwd", { allow: ["fs.write(/**)"] }, "none"],
  ])("%s (%s) of %s under %j: %s", (tool, use, path, rules, verdict) => {
    expect(toVerdict(judgeFile(tool, use, path, rules))).toBe(verdict);
  });

  const links = {
    lexical: false,
    realPaths: new Map([
      ["/w/project/key", "/home/me/.ssh/id_rsa"],
      ["/w/project/a", "/w/project/a"],
    ]),
  };

  it.each<readonly [path: string, rules: RuleTexts, verdict: string]>([
    ["project/key", { allow: ["Read(./project/**)"], deny: ["Read(~/.ssh/**)"] }, "deny"],
    ["project/key", { allow: ["Read(./project/**)"] }, "none"],
    ["project/key", { allow: ["Read(~/.ssh/**)"] }, "none"],
    ["project/a", { allow: ["Read(./project/**)"], deny: ["Read(~/.ssh/**)"] }, "allow"],
    ["project/unknown", { allow: ["Read(./project/**)"] }, "none"],
    ["project/unknown", { deny: ["Read(~/.ssh/**)"] }, "ask"],
    ["project/unknown", {}, "none"],
  ])("looks at %s and where it leads under %j: %s", (path, rules, verdict) => {
    expect(toVerdict(judgeFile("fs.read", "read", path, rules, links))).toBe(verdict);
  });

  it("needs every path allowed, and one to deny", () => {
    const values = ["/w/a/x", "/w/b/y"].map((text, at) => ({ kind: "path" as const, name: `p${at}`, text }));
    const request = toRequest("copy", { specifier: { ok: true, text: "a/x b/y", values } });
    expect(judge(request, toRules({ allow: ["copy(/a/**)"] }))).toBe("none");
    expect(judge(request, toRules({ allow: ["copy(/**)"] }))).toBe("allow");
    expect(judge(request, toRules({ allow: ["copy(/**)"], deny: ["copy(/b/**)"] }))).toBe("deny");
  });
});

describe("rules on other calls", () => {
  const plain = toRequest("deploy", { args: { model: "opus", n: 3, list: ["a", "--force"], deep: { x: 1 } } });
  const text = toRequest(
    "deploy",
    toCall({ kind: "text", name: "env", text: "prod (eu)" }, { env: "prod (eu)", n: 3 }),
  );

  it.each<readonly [rules: RuleTexts, verdict: string]>([
    [{ deny: ["deploy(model:opus)"] }, "deny"],
    [{ ask: ["deploy(model:op*)"] }, "ask"],
    [{ deny: ["deploy(model:opus-4)"] }, "none"],
    [{ deny: ["deploy(missing:*)"] }, "none"],
    [{ deny: ["deploy(toString:*)"] }, "none"],
    [{ deny: ["deploy(deep:*)"] }, "none"],
    [{ deny: ["deploy(list:--force)"] }, "deny"],
    [{ allow: ["deploy(model:opus)"] }, "none"],
    [{ deny: ["deploy(opus)"] }, "none"],
    [{ deny: ["dep*"] }, "deny"],
  ])("without a specifier, under %j: %s", (rules, verdict) => {
    expect(judge(plain, toRules(rules))).toBe(verdict);
  });

  it.each<readonly [rules: RuleTexts, verdict: string]>([
    [{ allow: ["deploy(prod *)"] }, "allow"],
    [{ allow: ["deploy(prod \\(eu\\))"] }, "allow"],
    [{ allow: ["deploy(prod)"] }, "none"],
    [{ allow: ["deploy(n:3)"] }, "none"],
    [{ deny: ["deploy(n:3)"] }, "deny"],
    [{ deny: ["deploy(env:prod*)"] }, "none"],
    [{ deny: ["deploy(PROD *)"] }, "none"],
    [{ allow: ["deploy(prod *)"], deny: ["deploy(*eu*)"] }, "deny"],
  ])("with a specifier, under %j: %s", (rules, verdict) => {
    expect(judge(text, toRules(rules))).toBe(verdict);
  });

  it.each<readonly [params: Rule["params"], effect: Rule["effect"], verdict: string]>([
    [{ model: "opus" }, "allow", "allow"],
    [{ model: "opus", n: "3" }, "allow", "allow"],
    [{ model: "opus", n: "4" }, "allow", "none"],
    [{ missing: "*" }, "allow", "none"],
    [{ list: "--force" }, "allow", "none"],
    [{ list: "--force" }, "deny", "deny"],
    [{ __proto__: "x" }, "allow", "allow"],
  ])("params %j %s: %s", (params, effect, verdict) => {
    expect(judge(plain, rule("deploy", { effect, params }))).toBe(verdict);
  });

  it("does not let text on a command line allow the commands in it", () => {
    const command = "ls; rm x";
    const value = { kind: "shell", name: "command", text: command, line: analyzeCommand(command) } as const;
    const request = toRequest("shell.exec", toCall(value, { command }));
    expect(judge(request, rule("shell.exec", { params: { command: "ls*" } }))).toBe("none");
    expect(judge(request, rule("shell.exec", { params: { command: "ls*" }, effect: "deny" }))).toBe("deny");
  });

  it("says nothing with a specifier that could not be made", () => {
    const request = toRequest("deploy", { specifier: { ok: false, message: "missing" } });
    expect(judge(request, toRules({ allow: ["deploy(*x)"], ask: ["deploy(y*)"] }))).toBe("none");
    expect(judge(request, toRules({ allow: ["deploy"] }))).toBe("allow");
  });
});

describe("whom and when a rule is about", () => {
  const request = toRequest("git.log", { session: "s1" });
  const now = Date.parse("2027-01-01T00:00:00Z");

  it.each<readonly [more: Partial<Rule>, verdict: string]>([
    [{ expiresAt: "2027-01-02T00:00:00Z" }, "allow"],
    [{ expiresAt: "2027-01-01T00:00:00Z" }, "none"],
    [{ expiresAt: "some day" }, "none"],
    [{ expiresAt: "some day", effect: "deny" }, "deny"],
    [{ expiresAt: "2026-01-01", effect: "deny" }, "none"],
    [{ session: "s1" }, "allow"],
    [{ session: "s2" }, "none"],
    [{ session: "s2", effect: "deny" }, "none"],
  ])("%j: %s", (more, verdict) => {
    expect(judge(request, rule("git.log", more), toLexicalFacts({ now }))).toBe(verdict);
  });

  it.each<readonly [layer: Rule["layer"], effect: Rule["effect"], verdict: string]>([
    ["user", "allow", "none"],
    ["project", "allow", "allow"],
    ["session", "allow", "allow"],
    ["builtin", "deny", "deny"],
    ["user", "ask", "ask"],
  ])("a %s %s on a tool of a project: %s", (layer, effect, verdict) => {
    const { tool, ...rest } = request;
    const project = { ...rest, tool: { ...tool, layer: "project" as const } };
    expect(judge(project, rule("git.log", { layer, effect }))).toBe(verdict);
  });

  it.each<readonly [text: string, tool: string, effect: Rule["effect"], verdict: string]>([
    ["Bash", "shell.exec", "allow", "allow"],
    ["terminal.exec", "shell.exec", "allow", "allow"],
    ["exec", "shell.exec", "allow", "none"],
    ["exec", "shell.exec", "deny", "deny"],
    ["Ba*", "shell.exec", "allow", "none"],
    ["Ba*", "shell.exec", "deny", "deny"],
    ["search", "search", "allow", "allow"],
  ])("%s on %s, %s: %s", (text, tool, effect, verdict) => {
    expect(judge(toRequest(tool, {}), rule(text, { effect }))).toBe(verdict);
  });

  it("hides a tool that is denied as a whole, for good and to everybody", () => {
    const tool = { name: "mcp__a__b", aliases: [] };
    expect(hidesTool(tool, toRules({ deny: ["mcp__*"] }))).toBe(true);
    expect(hidesTool(tool, toRules({ deny: ["mcp__a__b(x)"], ask: ["*"] }))).toBe(false);
    expect(hidesTool(tool, rule("*", { effect: "deny", params: { a: "b" } }))).toBe(false);
    expect(hidesTool(tool, rule("*", { effect: "deny", session: "s" }))).toBe(false);
  });

  it("names only rules about the whole tool where there is no call", () => {
    const { tool, caller } = request;
    expect(judge({ tool, caller }, toRules({ deny: ["git.log(x)"], allow: ["git.*"] }))).toBe("allow");
  });
});
