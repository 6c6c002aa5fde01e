import { describe, expect, it } from "vitest";
import { parseRuleText } from "./parse-rule-text.ts";

describe("parseRuleText", () => {
  it.each(["repo.log", "files.*", "*.read", "a-b_c", "git", "A1"])("takes %s", (text) => {
    expect(parseRuleText(text)).toEqual({ ok: true, tool: text, coversAll: false });
  });

  it.each(["*", "**"])("sees that %s covers everything", (text) => {
    expect(parseRuleText(text)).toMatchObject({ ok: true, coversAll: true });
  });

  it.each([
    ["Bash(rm *)", "limits the arguments"],
    ["git (push)", "limits the arguments"],
    ["fs.read(/etc/**", "limits the arguments"],
    ["", "is empty"],
    [" repo.log", "not the name of a tool"],
    ["a,b", "not the name of a tool"],
    ["a?", "not the name of a tool"],
    ["\u202ea", "\\u202e"],
    ["a\n", "\\n"],
    ["x".repeat(201), "not the name of a tool"],
  ])("refuses %j", (text, message) => {
    const parsed = parseRuleText(text);
    expect(parsed.ok ? "" : parsed.message).toContain(message);
  });
});
