import { describe, expect, it } from "vitest";
import { toRule } from "./to-rule.ts";

describe("toRule", () => {
  it.each([
    ["allow", "Read", ["fs.read"]],
    ["allow", "Bash", ["shell.exec"]],
    ["allow", "Bash(*)", ["shell.exec"]],
    ["allow", "mcp__github", ["mcp__github__*"]],
    ["allow", "mcp__github__*", ["mcp__github__*"]],
    ["allow", "mcp__github__get_issue", ["mcp__github__get_issue"]],
    ["ask", "*", ["*"]],
    ["deny", "mcp__*", ["mcp__*"]],
    ["deny", "Read", ["fs.read", "fs.search", "fs.glob", "fs.list"]],
    ["deny", "Unknown", ["Unknown"]],
  ] as const)("%s %s is carried", (effect, text, rules) => {
    expect(toRule(text, effect, false)).toEqual({ rules, dropped: [] });
  });

  it("does not leave another way open beside a denied one", () => {
    expect(toRule("Edit", "deny", false).rules).toContain("fs.write");
    expect(toRule("Write", "deny", false).rules).toContain("fs.create");
    expect(toRule("Edit", "allow", false).rules).toEqual(["fs.edit"]);
  });

  it.each(["Bash(git diff:*)", "*", "mcp__*", "m*", "Bash(", "a b", "", "mcp__a*__b"])(
    "an allow of %j becomes nothing, also when widened",
    (text) => {
      const { rules, dropped } = toRule(text, "allow", true);
      expect(rules).toEqual([]);
      expect(dropped).toHaveLength(1);
      expect(dropped[0]?.losesProtection).toBeUndefined();
    },
  );

  it.each(["ask", "deny"] as const)("a limited %s is a loss, or wider", (effect) => {
    expect(toRule("Bash(rm *)", effect, false)).toMatchObject({ rules: [], dropped: [{ losesProtection: true }] });
    expect(toRule("Bash(rm *)", effect, true)).toMatchObject({
      rules: ["shell.exec"],
      dropped: [{ what: expect.any(String) as unknown }],
    });
    expect(toRule("\u001b[2J", effect, true)).toMatchObject({ rules: [], dropped: [{ losesProtection: true }] });
  });
});
