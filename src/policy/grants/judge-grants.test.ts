import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Caller } from "../../model/caller.ts";
import { decide } from "../decide.ts";
import { createListed } from "../is-listed.ts";
import type { Policy, PolicyTool } from "../policy.ts";
import { toLexicalFacts } from "../to-lexical-facts.ts";
import { findGrantedTimeout } from "./find-granted-timeout.ts";
import { findNextExpiry } from "./find-next-expiry.ts";
import type { GrantSubject, ServerAccess, ServerGrant } from "./server-access.ts";

const CALLER: Caller = { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" };
const NOW = Date.parse("2030-01-01T12:00:00Z");
const ENDS = {
  past: "2030-01-01T11:59:59.999Z",
  now: "2030-01-01T12:00:00.000Z",
  future: "2030-01-01T12:00:00.001Z",
  unreadable: "tomorrow",
} as const;

interface Given {
  readonly kind?: GrantSubject["kind"];
  readonly name?: string;
  readonly server?: string;
  readonly off?: boolean;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly until?: keyof typeof ENDS;
}

interface Vector {
  readonly id: string;
  readonly server: "on" | "off" | "gone";
  readonly access: "granted" | "rules";
  readonly tool: string;
  readonly agent?: Given;
  readonly user?: Given;
  readonly others?: readonly Given[];
  readonly expect: "pass" | "deny";
  readonly reason?: string;
}

function grant(given: Given, kind = given.kind ?? "agent"): ServerGrant {
  const { name = kind === "agent" ? "a" : "p", server = "s", off = false, allow = [], deny = [], until } = given;
  const expiresAt = until === undefined ? null : ENDS[until];
  const subject = { kind, name };
  return {
    id: "0123456789",
    server,
    subject,
    enabled: !off,
    toolAllow: allow,
    toolDeny: deny,
    timeoutMs: null,
    expiresAt,
  };
}

function toAccess({ server, access, agent, user, others = [] }: Omit<Vector, "id" | "tool" | "expect">): ServerAccess {
  const declared = { enabled: server === "on", needsGrant: access === "granted" };
  const own = [...(agent === undefined ? [] : [grant(agent)]), ...(user === undefined ? [] : [grant(user, "user")])];
  return {
    servers: new Map(server === "gone" ? [] : [["s", declared]]),
    grants: [...others.map((other) => grant(other)), ...own],
  };
}

function toTool(tool: string, server = "s"): PolicyTool {
  const upstream = { server, tool };
  return { name: `mcp_s__${tool}`, layer: "user", effect: "write", humanApproval: false, upstream };
}

const ALLOW_ALL = {
  id: "r",
  effect: "allow",
  tool: "*",
  layer: "session",
  source: "test",
  reason: null,
} as const;

function toPolicy(access: ServerAccess): Policy {
  return { mode: "default", rules: [ALLOW_ALL], paused: null, access };
}

function judge(access: ServerAccess, tool: string, now = NOW): ReturnType<typeof decide> {
  return decide({ tool: toTool(tool), caller: CALLER }, toLexicalFacts({ now }), toPolicy(access));
}

const isDenied = (access: ServerAccess, tool: string, now = NOW): boolean => judge(access, tool, now).effect === "deny";

const vectors = readFileSync(new URL("../../../test/vectors/grants/server-grants.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Vector);

describe("grants of upstream servers", () => {
  it.each(vectors)("$id", (vector) => {
    const access = toAccess(vector);
    const decision = judge(access, vector.tool);
    const expected =
      vector.expect === "deny"
        ? { effect: "deny", code: "DENIED_BY_GRANT" }
        : { effect: "allow", code: "ALLOWED_BY_RULE" };
    expect(decision).toMatchObject(expected);
    if (vector.reason !== undefined) expect(decision.reasons.join("; ")).toContain(vector.reason);
    const isListed = createListed({ caller: CALLER }, toPolicy(access), NOW);
    expect(isListed(toTool(vector.tool))).toBe(vector.expect === "pass");
  });

  it("say nothing of tools that are no server's", () => {
    const access = toAccess({ server: "on", access: "granted" });
    const tool = { name: "git.log", layer: "user", effect: "write", humanApproval: false } as const;
    expect(decide({ tool, caller: CALLER }, toLexicalFacts(), toPolicy(access)).effect).toBe("allow");
  });

  it("never allow what nothing else allows", () => {
    const policy = { ...toPolicy(toAccess({ server: "on", access: "granted", agent: {} })), rules: [] };
    const decision = decide({ tool: toTool("x"), caller: CALLER }, toLexicalFacts({ now: NOW }), policy);
    expect(decision).toMatchObject({ effect: "ask", code: "ASK_BY_DEFAULT" });
  });

  it("make names of strangers harmless in what they say", () => {
    const access = toAccess({ server: "on", access: "granted", agent: { allow: ["x"] } });
    expect(judge(access, "a\u001b[31m\u202e").reasons.join()).not.toMatch(/[\u001b\u202e]/);
  });
});

describe("any grants", () => {
  it("are judged as their words say, read one after the other", () => {
    fc.assert(
      fc.property(anyAccess, anyName, anyTime, (access, tool, now) => {
        expect(isDenied(access, tool, now)).toBe(!mayUse(access, tool, now));
      }),
      { numRuns: 3000 },
    );
  });

  it("allow nothing more by being more, but for the first one that an agent needs", () => {
    fc.assert(
      fc.property(anyAccess, anyGrant, anyName, (access, more, tool) => {
        const isNeeded = access.servers.get("s")?.needsGrant === true && isOwn(more) && more.subject.kind === "agent";
        const isFirst = !access.grants.some((one) => isOwn(one) && one.subject.kind === "agent");
        fc.pre(!(isNeeded && isFirst));
        if (!isDenied(access, tool)) return;
        expect(isDenied({ ...access, grants: [...access.grants, more] }, tool)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it("allow nothing more by denying more, or by being off", () => {
    fc.assert(
      fc.property(anyAccess, anyPattern, fc.nat(), anyName, (access, pattern, at, tool) => {
        if (!isDenied(access, tool)) return;
        const narrowed = access.grants.map((one, index) =>
          index === at % 3 ? { ...one, toolDeny: [...one.toolDeny, pattern] } : { ...one, enabled: false },
        );
        expect(isDenied({ ...access, grants: narrowed }, tool)).toBe(true);
      }),
    );
  });

  it("allow nothing more with time", () => {
    fc.assert(
      fc.property(anyAccess, anyName, anyTime, fc.nat(10), (access, tool, now, later) => {
        if (isDenied(access, tool, now)) expect(isDenied(access, tool, now + later)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("count as over for earlier calls, too, when they are judged again", () => {
    const access = toAccess({ server: "on", access: "granted", agent: { until: "past" } });
    const before = NOW - 60_000;
    expect(isDenied(access, "x", before)).toBe(false);
    expect(isDenied({ ...access, asOf: NOW }, "x", before)).toBe(true);
  });
});

/** Written from the words of the guide, the slow way, to disagree with the judgement where either is wrong. */
function mayUse({ servers, grants }: ServerAccess, tool: string, now: number): boolean {
  const server = servers.get("s");
  if (server?.enabled !== true) return false;
  const own = grants.filter(isOwn);
  if (server.needsGrant && own.every(({ subject }) => subject.kind === "user")) return false;
  const isLive = (one: ServerGrant): boolean =>
    one.enabled && (one.expiresAt === null || new Date(one.expiresAt).getTime() > now);
  const covers = (pattern: string): boolean =>
    // eslint-disable-next-line no-restricted-syntax -- generated patterns, here in a test
    new RegExp(`^${pattern.split("*").join(".*")}$`).test(tool);
  const everyDeny = own.flatMap(({ toolDeny }) => toolDeny);
  const allowLists = own.map(({ toolAllow }) => toolAllow).filter(({ length }) => length > 0);
  return own.every(isLive) && !everyDeny.some(covers) && allowLists.every((list) => list.some(covers));
}

function isOwn({ server, subject }: ServerGrant): boolean {
  return server === "s" && subject.name === { agent: "a", user: "p" }[subject.kind];
}

describe("what else follows from grants", () => {
  const withTimeout = (timeoutMs: number | null, kind: "agent" | "user"): ServerGrant => ({
    ...grant({}, kind),
    timeoutMs,
  });
  const access = (...grants: readonly ServerGrant[]): Policy =>
    toPolicy({ ...toAccess({ server: "on", access: "rules" }), grants });

  it.each<readonly [string, readonly ServerGrant[], number | null]>([
    ["nothing without one", [], null],
    ["nothing where none says", [withTimeout(null, "agent")], null],
    ["what one says", [withTimeout(5000, "agent"), withTimeout(null, "user")], 5000],
    ["the shorter of two", [withTimeout(5000, "agent"), withTimeout(3000, "user")], 3000],
    ["nothing of another agent's", [{ ...withTimeout(1, "agent"), subject: { kind: "agent", name: "b" } }], null],
    ["nothing of another server's", [{ ...withTimeout(1, "agent"), server: "other" }], null],
  ])("the time of a call: %s", (_what, grants, expected) => {
    expect(findGrantedTimeout(toTool("x"), CALLER, access(...grants))).toBe(expected);
  });

  it("when a list has to be made anew", () => {
    const ends = [grant({ until: "past" }), grant({ until: "future" }), grant({ until: "unreadable" }), grant({})];
    expect(findNextExpiry(access(...ends), NOW)).toBe(NOW + 1);
    expect(findNextExpiry(access(), NOW)).toBe(Number.POSITIVE_INFINITY);
    expect(findNextExpiry({ mode: "default", rules: [], paused: null }, NOW)).toBe(Number.POSITIVE_INFINITY);
  });
});

const anyTime = fc.integer({ min: NOW - 3, max: NOW + 3 });
const anyName = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const anyPattern = fc
  .array(fc.constantFrom("a", "b", "*"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
const anyPatterns = fc.array(anyPattern, { maxLength: 2 });
const anyGrant: fc.Arbitrary<ServerGrant> = fc.record({
  id: fc.uuid(),
  server: fc.constantFrom("s", "s", "s", "other"),
  subject: fc.record({ kind: fc.constantFrom("agent", "user"), name: fc.constantFrom("a", "p", "b") }),
  enabled: fc.boolean(),
  toolAllow: anyPatterns,
  toolDeny: anyPatterns,
  timeoutMs: fc.constant(null),
  expiresAt: fc.option(anyTime.map((time) => new Date(time).toISOString())),
});
const anyAccess: fc.Arbitrary<ServerAccess> = fc.record({
  servers: fc
    .option(fc.record({ enabled: fc.boolean(), needsGrant: fc.boolean() }), { freq: 8 })
    .map((server) => new Map(server === null ? [] : [["s", server]])),
  grants: fc.uniqueArray(anyGrant, {
    maxLength: 3,
    selector: ({ server, subject }) => JSON.stringify([server, subject]),
  }),
});
