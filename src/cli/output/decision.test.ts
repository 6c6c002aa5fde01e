import { describe, expect, it } from "vitest";
import type { Decision } from "../../model/decision.ts";
import { renderDecision, renderTrace } from "./decision.ts";
import { createKeptScreen } from "./screen.fixture.ts";

const decision: Decision = {
  effect: "ask",
  code: "ASK_RULE",
  reasons: ["ask rule `git.*` (toolgate.toml:3)", "hostile \u001b[31m"],
  matched: ["r1"],
  trace: [
    { source: "pause", verdict: "none", reason: "nothing is paused" },
    { source: "rules", verdict: "ask", reason: "ask rule `git.*`\n(toolgate.toml:3)" },
  ],
};

describe("renderTrace", () => {
  it("shows the decision, its reasons and every step as a tree", () => {
    expect(renderTrace(decision, createKeptScreen())).toBe(
      [
        "ask  ASK_RULE",
        "  ask rule `git.*` (toolgate.toml:3)",
        "  hostile \\u001b[31m",
        "",
        "├─ pause  -      nothing is paused",
        "└─ rules  ask    ask rule `git.*`\\n(toolgate.toml:3)",
        "",
      ].join("\n"),
    );
  });
});

describe("renderDecision", () => {
  it("paints the verdict where there is colour", () => {
    const text = renderDecision(decision, createKeptScreen({ isTerminal: true, color: true }));
    expect(text).toContain("\u001b[33mask");
  });
});
