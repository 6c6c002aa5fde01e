import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../model/json.ts";
import { decide } from "../../policy/decide.ts";
import type { Policy, Rule } from "../../policy/policy.ts";
import { toLexicalFacts } from "../../policy/to-lexical-facts.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import { findDecider } from "./find-decider.ts";

const rule = (effect: Rule["effect"], specifier: string | null, tool = "shell.exec"): Rule => ({
  id: `${effect} ${specifier ?? ""}`,
  effect,
  tool,
  specifier,
  layer: "user",
  source: "toolgate.toml:1",
  reason: null,
});

const POLICY: Policy = { mode: "default", rules: [], paused: null };

function decider(command: string, policy: Partial<Policy>, headless = false): string {
  const caller = { tenant: "local", principal: "me", agent: "a", roles: ["agent"], credential: "c" } as const;
  const value = { kind: "shell", name: "command", text: command, line: analyzeCommand(command) } as const;
  const tool = { name: "shell.exec", layer: "builtin", effect: "write", humanApproval: false } as const;
  const args: JsonObject = { command };
  const specifier = { ok: true, text: command, values: [value] } as const;
  const request = { tool, caller, call: { args, specifier, paths: [], session: null, depth: 0 } };
  const all = { ...POLICY, ...policy };
  const { source, name } = findDecider(decide(request, toLexicalFacts({ headless }), all), all);
  return `${source}: ${name}`;
}

describe("findDecider", () => {
  it.each<readonly [string, string, Partial<Policy>, boolean, string]>([
    [
      "the rule that denies",
      "git push",
      { rules: [rule("deny", "git push *")] },
      false,
      "rules: deny rule `shell.exec(git push *)` (toolgate.toml:1)",
    ],
    [
      "the rules that cover a line together",
      "mkdir a && touch b",
      { rules: [rule("allow", "mkdir *"), rule("allow", "touch *"), rule("allow", "git *")] },
      false,
      "rules: allow rule `shell.exec(mkdir *)` (toolgate.toml:1) and allow rule `shell.exec(touch *)` (toolgate.toml:1)",
    ],
    ["that a line only reads", "ls -la", {}, false, "rules: every command of the line only reads"],
    ["the mode", "touch b", {}, false, "mode: no rule allows this tool, and mode `default` asks about effect `write`"],
    [
      "that nobody is there, and what would have asked",
      "touch b",
      { rules: [rule("ask", "touch *")] },
      true,
      "headless: a human would have to be asked, and nobody is there: ask rule `shell.exec(touch *)` (toolgate.toml:1)",
    ],
    [
      "a mode that denies, and not what would have asked",
      "touch b",
      { mode: "plan", rules: [rule("ask", "touch *")] },
      false,
      "mode: mode `plan` runs read-only tools only, and this line does more than read",
    ],
  ])("names %s", (_, command, policy, headless, expected) => {
    expect(decider(command, policy, headless)).toBe(expected);
  });

  it("names a denial of the pack alike, whatever the call destroys", () => {
    const [one, other] = ["rm -rf /etc", "rm -rf /usr/lib"].map((command) => decider(command, {}));
    expect(one).toMatch(/^deny_pack: the standard deny pack, category [a-z-]+$/);
    expect(other).toBe(one);
  });
});
