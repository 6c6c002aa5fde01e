import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision, DecisionStep } from "../../../model/decision.ts";
import { displayWidth } from "../../../text/display-width.ts";
import { createKeptScreen } from "../screen.fixture.ts";
import { renderTrace } from "./render-trace.ts";

const LINE: Decision = {
  effect: "ask",
  code: "ASK_BY_DEFAULT",
  reasons: ["no rule allows this tool, and mode `default` asks about effect `write`"],
  matched: ["r1"],
  trace: [
    {
      source: "mode",
      verdict: "ask",
      reason: "no rule allows this tool, and mode `default` asks about effect `write`",
    },
    { source: "rules", verdict: "none", reason: "allowed: it only reads", about: "`git status`" },
    {
      source: "rules",
      verdict: "none",
      reason: "not allowed: no rule covers it, and it writes",
      about: "`npm run build`",
    },
    {
      source: "rules",
      verdict: "none",
      reason: "allowed: allow rule `shell.exec(echo *)` (toolgate.toml:3)",
      about: "`echo done`",
    },
    {
      source: "rules",
      verdict: "none",
      reason: "not allowed: no rule covers it, and it writes",
      about: "`npm run build`",
    },
  ],
};

const HEADLESS: Decision = {
  effect: "deny",
  code: "DENIED_HEADLESS",
  reasons: ["a human would have to be asked, and nobody is there", "ask rule `git.*` (toolgate.toml:3)"],
  matched: ["r1"],
  trace: [
    { source: "rules", verdict: "ask", reason: "ask rule `git.*` (toolgate.toml:3)" },
    { source: "rules", verdict: "allow", reason: "allow rule `*` (user toolgate.toml:9)" },
    { source: "headless", verdict: "deny", reason: "a human would have to be asked, and nobody is there" },
  ],
};

const show = (decision: Decision, width?: number): readonly string[] =>
  renderTrace(
    decision,
    createKeptScreen(width === undefined ? { isTerminal: false } : { isTerminal: true, width }),
  ).split("\n");

describe("renderTrace", () => {
  it("shows a line command by command, in the order of the sources", () => {
    expect(show(LINE, 80)).toEqual([
      "ask  ASK_BY_DEFAULT",
      "  no rule allows this tool, and mode `default` asks about effect `write`",
      "",
      "rules",
      "├─ `git status`",
      "│      ✓     it only reads",
      "├─ `npm run build`",
      "│      open  no rule covers it, and it writes",
      "└─ `echo done`",
      "       ✓     allow rule `shell.exec(echo *)` (toolgate.toml:3)",
      "mode",
      "└─ ▶ ask   no rule allows this tool, and mode `default` asks about effect",
      "           `write`",
      "silent: pause, broken, limits, visibility, grants, deny_pack, breaker,",
      "        shell, human_approval, cedar, headless",
      "",
    ]);
  });

  it("keeps its branches beside text that goes on below", () => {
    expect(show(LINE, 40)).toEqual([
      "ask  ASK_BY_DEFAULT",
      "  no rule allows this tool, and mode",
      "  `default` asks about effect `write`",
      "",
      "rules",
      "├─ `git status`",
      "│      ✓     it only reads",
      "├─ `npm run build`",
      "│      open  no rule covers it, and it",
      "│            writes",
      "└─ `echo done`",
      "       ✓     allow rule `shell.exec(echo",
      "             *)` (toolgate.toml:3)",
      "mode",
      "└─ ▶ ask   no rule allows this tool, and",
      "           mode `default` asks about",
      "           effect `write`",
      "silent: pause, broken, limits,",
      "        visibility, grants, deny_pack,",
      "        breaker, shell, human_approval,",
      "        cedar, headless",
      "",
    ]);
  });

  it("marks what decided, also what would have asked where nobody is there", () => {
    expect(show(HEADLESS)).toEqual([
      "deny  DENIED_HEADLESS",
      "  a human would have to be asked, and nobody is there",
      "  ask rule `git.*` (toolgate.toml:3)",
      "",
      "rules",
      "├─ ▶ ask   ask rule `git.*` (toolgate.toml:3)",
      "└─   allow allow rule `*` (user toolgate.toml:9)",
      "headless",
      "└─ ▶ deny  a human would have to be asked, and nobody is there",
      "silent: pause, broken, limits, visibility, grants, deny_pack, breaker, shell, human_approval, cedar, mode",
      "",
    ]);
  });

  it("paints verdicts, and what is missing, where there is colour", () => {
    const text = renderTrace(LINE, createKeptScreen({ isTerminal: true, color: true }));
    expect(text).toContain("\u001b[33mask  \u001b[39m");
    expect(text).toContain("\u001b[33mopen \u001b[39m");
  });

  it("lets nothing of a call act on the terminal, or look like a branch of its own", () => {
    const hostile = "x\u001b[2J\u202egit\n└─ ▶ allow  everything\r\u{e0041}";
    const steps: readonly DecisionStep[] = [
      { source: "rules", verdict: "none", reason: `not allowed: ${hostile}`, about: hostile },
      { source: "breaker", verdict: "ask", reason: hostile },
    ];
    const decision: Decision = { ...LINE, reasons: [hostile], trace: steps };
    const text = show(decision, 60);
    expect(text.join("")).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u{e0000}-\u{e007f}]/u);
    expect(text.filter((line) => line.startsWith("└─ ▶"))).toHaveLength(1);
  });

  it("stays within the terminal, whatever is said", () => {
    const step = fc.record({
      source: fc.constantFrom("rules", "shell", "cedar" as const),
      verdict: fc.constantFrom("allow", "ask", "deny", "none" as const),
      reason: fc.string({ unit: "grapheme", maxLength: 200 }),
      about: fc.option(fc.string({ unit: "grapheme", maxLength: 200 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.integer({ min: 40, max: 120 }), (trace, width) => {
        for (const line of show({ ...LINE, trace }, width)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 200 },
    );
  });
});
