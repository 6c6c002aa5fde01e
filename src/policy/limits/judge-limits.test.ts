import { describe, expect, it } from "vitest";
import type { Facts, LimitFact } from "../../model/facts.ts";
import type { LimitRule, PolicyRequest, Policy } from "../policy.ts";
import { judgeLimits } from "./judge-limits.ts";
import { renderSpan } from "./render-span.ts";
import { toLimitKeys } from "./to-limit-keys.ts";

const NOW = Date.parse("2026-05-01T12:00:00.000Z");

function rule(change: Partial<LimitRule> = {}): LimitRule {
  return {
    id: "shell",
    tools: ["*"],
    per: ["agent"],
    kind: "rate",
    max: 2,
    windowMs: 60_000,
    source: "toolgate.toml:3",
    ...change,
  };
}

function request(change: Partial<PolicyRequest["tool"]> = {}, depth = 0, session: string | null = "s1"): PolicyRequest {
  return {
    tool: { name: "shell.exec", aliases: ["Bash"], layer: "builtin", effect: "write", humanApproval: false, ...change },
    caller: { tenant: "t", principal: "ada", agent: "claude", roles: ["agent"], credential: "c" },
    call: { args: {}, specifier: null, paths: [], session, depth },
  };
}

function facts(limits: Readonly<Record<string, LimitFact>> = {}, lexical = false): Facts {
  return {
    headless: false,
    now: NOW,
    folder: "/w",
    home: "/home/ada",
    roots: ["/w"],
    ownFolders: [],
    lexical,
    realPaths: new Map(),
    programs: new Map(),
    limits: new Map(Object.entries(limits)),
    session: null,
  };
}

function policy(change: Partial<Policy>): Policy {
  return { mode: "default", rules: [], paused: null, ...change };
}

describe("toLimitKeys", () => {
  it.each<[string, readonly string[], boolean]>([
    ["the name", ["shell.exec"], true],
    ["another system's name", ["Bash"], true],
    ["a name with a star", ["shell.*"], true],
    ["a group", ["group:runtime"], true],
    ["another group", ["group:fs"], false],
    ["another tool", ["fs.read"], false],
    ["nothing", [], false],
    ["one of several", ["fs.read", "shell.exec"], true],
  ])("finds what a limit is about by %s", (_name, tools, found) => {
    expect(toLimitKeys([rule({ tools })], request({ groups: ["runtime"] }))).toHaveLength(found ? 1 : 0);
  });

  it.each<[string, LimitRule["per"], string]>([
    ["nothing: everybody together", [], "[]"],
    ["everything", ["tool", "session", "agent", "principal", "tenant"], ALL],
    ["the session", ["session"], '["session:s1"]'],
  ])("counts together by %s", (_name, per, key) => {
    expect(toLimitKeys([rule({ per })], request())).toEqual([
      { id: "shell", key, kind: "rate", max: 2, windowMs: 60_000 },
    ]);
  });

  it("tells texts apart that would run into each other", () => {
    const one = request({ name: 'a","tool:b' });
    const other = request({ name: "a" });
    const keys = [one, other].map((each) => toLimitKeys([rule({ per: ["tool"] })], each)[0]?.key);
    expect(new Set(keys).size).toBe(2);
  });

  it("finds none where only the tool is judged", () => {
    const listed = { ...request(), call: undefined };
    expect(toLimitKeys([rule()], listed)).toEqual([]);
    expect(judgeLimits(policy({ limits: [rule()], maxDepth: 0 }), listed, facts())).toEqual([]);
  });
});

const ALL = '["tenant:t","principal:ada","agent:claude","session:s1","tool:shell.exec"]';

describe("judgeLimits", () => {
  const limits = [rule()];

  it.each<[string, LimitFact, string | null]>([
    ["nothing used", { used: 0, freeAt: null }, null],
    ["one place left", { used: 1, freeAt: NOW + 1 }, null],
    [
      "none left",
      { used: 2, freeAt: NOW + 12_500 },
      "limit `shell` is used up: 2/2 calls within 1m of agent:claude; try again in 13s",
    ],
    [
      "more used than there is, after it was lowered",
      { used: 7, freeAt: NOW + 60_000 },
      "limit `shell` is used up: 7/2 calls within 1m of agent:claude; try again in 1m",
    ],
  ])("with %s", (_name, fact, reason) => {
    const answers = judgeLimits(policy({ limits }), request(), facts({ shell: fact }));
    expect(answers.map((answer) => [answer.verdict, answer.code, answer.reason])).toEqual(
      reason === null ? [] : [["deny", "DENIED_LIMIT", reason]],
    );
  });

  it("says when to try again, in milliseconds", () => {
    const full = facts({ shell: { used: 2, freeAt: NOW + 12_500 } });
    expect(judgeLimits(policy({ limits }), request(), full)).toMatchObject([{ retryAfterMs: 12_500 }]);
    const held = facts({ shell: { used: 2, freeAt: null } });
    const [answer] = judgeLimits(policy({ limits: [rule({ kind: "concurrent" })] }), request(), held);
    expect(answer).not.toHaveProperty("retryAfterMs");
    expect(answer?.reason).toContain("2/2 calls at once of agent:claude; try again when one of them has ended");
  });

  it("denies what nobody counted, but not offline", () => {
    expect(judgeLimits(policy({ limits }), request(), facts())).toMatchObject([{ code: "DENIED_BROKEN" }]);
    expect(judgeLimits(policy({ limits }), request(), facts({}, true))).toEqual([]);
  });

  it("shows no text of others as it came", () => {
    const full = facts({ shell: { used: 2, freeAt: null } });
    const [answer] = judgeLimits(
      policy({ limits: [rule({ per: ["tool"] })] }),
      request({ name: "a\u001b[2J\u202e" }),
      full,
    );
    expect(answer?.reason).not.toMatch(/[\u001b\u202e]/);
  });

  it.each([
    [null, 99, false],
    [2, 2, false],
    [2, 3, true],
    [0, 0, false],
    [0, 1, true],
  ])("with at most %j nested, a call %i deep", (maxDepth, depth, denied) => {
    const answers = judgeLimits(policy({ maxDepth }), request({}, depth), facts());
    expect(answers.map(({ code }) => code)).toEqual(denied ? ["DENIED_LIMIT"] : []);
    if (denied) expect(answers[0]?.reason).toContain(`${depth}/${String(maxDepth)} deep`);
  });
});

describe("renderSpan", () => {
  it.each([
    [0, "1s"],
    [1, "1s"],
    [1000, "1s"],
    [1001, "2s"],
    [60_000, "1m"],
    [61_000, "1m 1s"],
    [3_600_000 + 59_000, "1h 59s"],
    [90_061_000, "1d 1h"],
  ])("%i ms is %s", (ms, text) => {
    expect(renderSpan(ms)).toBe(text);
  });
});
