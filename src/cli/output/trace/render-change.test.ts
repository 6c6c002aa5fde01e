import { describe, expect, it } from "vitest";
import type { Decision } from "../../../model/decision.ts";
import { createKeptScreen } from "../screen.fixture.ts";
import { renderChange } from "./render-change.ts";

const decided = (effect: Decision["effect"], code: Decision["code"], retryAfterMs?: number): Decision => ({
  effect,
  code,
  reasons: [],
  matched: [],
  trace: [],
  retryAfterMs,
});

const suggestions = [
  { id: "1", rules: ["shell.exec(npm run build)"], label: "exactly `shell.exec(npm run build)`" },
  { id: "2", rules: ["shell.exec(npm run *)", "shell.exec(tee *)"], label: "`npm run`, with anything for *" },
  { id: "3", rules: ["shell.exec"], label: "everything" },
];

describe("renderChange", () => {
  it("gives the commands that would allow it, narrowest first", () => {
    expect(renderChange(decided("ask", "ASK_BY_DEFAULT"), suggestions, createKeptScreen())).toBe(
      [
        "to let exactly `shell.exec(npm run build)` run unasked:",
        "  toolgate rules add allow 'shell.exec(npm run build)'",
        "to let `npm run`, with anything for * run unasked:",
        "  toolgate rules add allow 'shell.exec(npm run *)'",
        "  toolgate rules add allow 'shell.exec(tee *)'",
        "",
      ].join("\n"),
    );
  });

  it.each([
    ["allow", "ALLOWED_BY_RULE"],
    ["deny", "DENIED_BY_PACK"],
    ["ask", "ASK_BREAKER"],
    ["ask", "ASK_SHELL"],
    ["deny", "DENIED_BY_CEDAR"],
  ] as const)("says nothing of %s with %s", (effect, code) => {
    expect(renderChange(decided(effect, code), [], createKeptScreen())).toBe("");
  });

  it.each([
    ["deny", "DENIED_BY_RULE", "deny rule"],
    ["ask", "ASK_RULE", "ask rule"],
    ["deny", "DENIED_BROKEN", "toolgate validate"],
    ["ask", "ASK_HUMAN_APPROVAL", "asks before every call"],
  ] as const)("says of %s with %s what stands in the way", (effect, code, text) => {
    expect(renderChange(decided(effect, code), [], createKeptScreen())).toContain(text);
  });

  it("says how long to wait", () => {
    expect(renderChange(decided("deny", "DENIED_LIMIT", 62_000), [], createKeptScreen())).toContain("1m 2s");
  });

  it("hands a shell nothing but the rule, whatever is in it", () => {
    const rules = ["shell.exec(echo '$(id)' \u001b[2J)"];
    const text = renderChange(decided("ask", "ASK_BY_DEFAULT"), [{ id: "1", rules, label: "x\n" }], createKeptScreen());
    expect(text).toContain("toolgate rules add allow $'shell.exec(echo \\'$(id)\\' \\u001b[2J)'");
    expect(text.split("\n")).toHaveLength(3);
  });
});
