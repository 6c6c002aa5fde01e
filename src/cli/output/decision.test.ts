import { describe, expect, it } from "vitest";
import type { Decision } from "../../model/decision.ts";
import { renderDecision } from "./decision.ts";
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

describe("renderDecision", () => {
  it("paints the verdict where there is colour", () => {
    const text = renderDecision(decision, createKeptScreen({ isTerminal: true, color: true }));
    expect(text).toContain("\u001b[33mask");
  });

  it("shows what would act on a terminal as text", () => {
    expect(renderDecision(decision, createKeptScreen())).toBe(
      "ask  ASK_RULE\n  ask rule `git.*` (toolgate.toml:3)\n  hostile \\u001b[31m\n",
    );
  });
});
