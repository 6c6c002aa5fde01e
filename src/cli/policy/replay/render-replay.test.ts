import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JudgedDecision, ReplayedCall, ReplayEnd } from "../../../call/replay/replay.ts";
import { displayWidth } from "../../../text/display-width.ts";
import { createKeptScreen } from "../../output/screen.fixture.ts";
import { renderReplay } from "./render-replay.ts";
import { createTally } from "./tally.ts";

const NOW = new Date("2026-05-02T00:00:00.000Z");
const TITLE = { since: "2026-05-01T00:00:00.000Z", with: "candidate" } as const;

const ALLOWED: JudgedDecision = {
  effect: "allow",
  code: "ALLOWED_BY_RULE",
  reasons: ["allow rule `shell.exec(git *)` (toolgate.toml:3)"],
  decider: { source: "rules", name: "allow rule `shell.exec(git *)` (toolgate.toml:3)" },
};
const DENIED: JudgedDecision = {
  effect: "deny",
  code: "DENIED_BY_RULE",
  reasons: ["deny rule `shell.exec(git push *)` (toolgate.toml:9)"],
  decider: { source: "rules", name: "deny rule `shell.exec(git push *)` (toolgate.toml:9)" },
};
const ASKED: JudgedDecision = {
  effect: "ask",
  code: "ASK_BY_DEFAULT",
  reasons: ["no rule allows this tool"],
  decider: { source: "mode", name: "no rule allows this tool" },
};

let count = 0;
function call(recorded: JudgedDecision, end: ReplayEnd, more: Partial<ReplayedCall> = {}): ReplayedCall {
  count += 1;
  return {
    callId: `01a1fc86-${String(1_000 + (count % 9_000))}-7f3d-be03-7de86fb621f1`,
    seq: count,
    at: "2026-05-01T22:00:00.000Z",
    tool: "shell.exec",
    agent: "a",
    about: `git push ${count}`,
    plan: null,
    recorded,
    end,
    ...more,
  };
}

function judged(now: JudgedDecision, current: JudgedDecision, cause: "candidate" | "since" | null): ReplayEnd {
  return { kind: "judged", now, current, cause };
}

function report(calls: readonly ReplayedCall[], examples = 2): ReturnType<ReturnType<typeof createTally>["report"]> {
  const tally = createTally(examples);
  for (const one of calls) tally.add(one);
  return tally.report();
}

const CALLS = (): readonly ReplayedCall[] => {
  count = 0;
  return [
    ...Array.from({ length: 40 }, () => call(ALLOWED, judged(DENIED, ALLOWED, "candidate"))),
    call(ASKED, judged(ALLOWED, ASKED, "candidate"), { tool: "say", about: null }),
    ...Array.from({ length: 3 }, () => call(ALLOWED, judged(ASKED, ASKED, "since"))),
    ...Array.from({ length: 1_000 }, () => call(ALLOWED, judged(ALLOWED, ALLOWED, null))),
    call({ ...ALLOWED, code: "ALLOWED_BY_CEDAR" }, judged(ALLOWED, ALLOWED, null)),
    call(ALLOWED, { kind: "undecidable", reason: "what the call was about is too long to be kept" }, { about: null }),
  ];
};

describe("renderReplay", () => {
  it("says the counts, then what would decide otherwise, loosening first, with a few of the calls", () => {
    const screen = createKeptScreen({ isTerminal: true, width: 80 });
    expect(renderReplay(report(CALLS()), TITLE, NOW, screen).split("\n")).toEqual([
      "1046 calls since 1d ago, decided once more with candidate",
      "",
      "  would run unasked     1",
      "  would be denied      40",
      "  would ask             0  and 3 because of what changed here since",
      "  unchanged          1001  1 of them for another reason",
      "  cannot be told        1",
      "",
      "What candidate would change",
      "",
      "ask → allow  1 call",
      "  by      allow rule `shell.exec(git *)` (toolgate.toml:3)",
      "  before  no rule allows this tool",
      "  tools   say",
      "  01a1fc86-1041  2h ago  say",
      "",
      "allow → deny  40 calls",
      "  by      deny rule `shell.exec(git push *)` (toolgate.toml:9)",
      "  before  allow rule `shell.exec(git *)` (toolgate.toml:3)",
      "  tools   shell.exec",
      "  01a1fc86-1001  2h ago  git push 1",
      "  01a1fc86-1002  2h ago  git push 2",
      "  and 38 more",
      "",
      "What changed since, with or without it",
      "",
      "allow → ask  3 calls",
      "  by      no rule allows this tool",
      "  before  allow rule `shell.exec(git *)` (toolgate.toml:3)",
      "  tools   shell.exec",
      "  01a1fc86-1042  2h ago  git push 42",
      "  01a1fc86-1043  2h ago  git push 43",
      "  and 1 more",
      "",
      "What cannot be told",
      "",
      "1  what the call was about is too long to be kept",
      "  01a1fc86-2046  2h ago  shell.exec",
      "",
    ]);
  });

  it("speaks of no candidate where there is none", () => {
    const since = [call(ALLOWED, judged(DENIED, DENIED, "since"))];
    const text = renderReplay(report(since), { ...TITLE, with: null }, NOW, createKeptScreen());
    expect(text).toContain("decided once more as things are now");
    expect(text).toContain("  would be denied    1\n");
    expect(text).toContain("\nWhat changed\n");
  });

  it("lets nothing of a call act on the terminal, and stays within it", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 300 });
    const hostile = fc.oneof(text, fc.constant("a\u001b[2J\n\r\u202eb\u{e0041}"));
    fc.assert(
      fc.property(hostile, hostile, fc.integer({ min: 60, max: 120 }), (about, name, width) => {
        const now = { ...DENIED, decider: { source: "rules", name } as const };
        const calls = [call(ALLOWED, judged(now, ALLOWED, "candidate"), { about, tool: name.slice(0, 100) })];
        const shown = renderReplay(report(calls), TITLE, NOW, createKeptScreen({ isTerminal: true, width }));
        expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u{e0000}-\u{e007f}]/u);
        for (const line of shown.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 200 },
    );
  });
});

describe("createTally", () => {
  it("holds no more of many calls than of few", () => {
    const others = Array.from({ length: 3_000 }, (_, at) => {
      const now = { ...DENIED, decider: { source: "rules", name: `rule ${at}` } as const };
      return call(ALLOWED, judged(now, ALLOWED, "candidate"), { about: "x".repeat(100_000) });
    });
    const { groups, ungrouped, changed } = report(others, 1);
    expect(groups).toHaveLength(1_000);
    expect(ungrouped).toBe(2_000);
    expect(changed.candidate.deny).toBe(3_000);
    expect(groups[0]?.examples[0]?.about).toHaveLength(2_001);
  });

  it("shows what a tool without a specifier ran", () => {
    const plan = { kind: "command", argv: ["/usr/bin/printf", "a b"] } as unknown as ReplayedCall["plan"];
    const { groups } = report([call(ALLOWED, judged(DENIED, ALLOWED, "candidate"), { about: null, plan })]);
    expect(groups[0]?.examples[0]?.about).toBe("/usr/bin/printf 'a b'");
  });
});
