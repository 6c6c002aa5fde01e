import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallerHints } from "../../model/caller.ts";
import type { PolicyTool, VisibilityPolicy } from "../policy.ts";
import { judgeVisibility } from "./judge-visibility.ts";
import { validateVisibility } from "./validate-visibility.ts";

const CALLER = { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" } as const;
const EMPTY: VisibilityPolicy = {
  source: "toolgate.toml",
  profile: null,
  profiles: {},
  allow: null,
  deny: [],
  alsoAllow: [],
  byProvider: {},
  agents: {},
  groups: {},
  delegation: { deny: [], leafDeny: [] },
};

const TOOLS: readonly PolicyTool[] = [
  tool("fs.read", ["fs"], ["read_file", "Read"]),
  tool("fs.write", ["fs"]),
  tool("shell.exec", ["shell", "runtime"], ["exec", "Bash"]),
  tool("session.status", ["session", "sessions"], ["session_status"]),
  tool("web_fetch", ["web"]),
  tool("git.log", ["git"]),
];

function tool(name: string, groups: readonly string[], aliases: readonly string[] = []): PolicyTool {
  return { name, groups, aliases, layer: "user", effect: "write", humanApproval: false };
}

function shown(policy: Partial<VisibilityPolicy>, hints: CallerHints = {}, provider: string | null = null): string {
  const all = { mode: "default", rules: [], paused: null, visibility: [{ ...EMPTY, ...policy }] } as const;
  const caller = { ...CALLER, provider };
  return TOOLS.filter((one) => judgeVisibility({ tool: one, caller, hints }, all).length === 0)
    .map(({ name }) => name)
    .join(" ");
}

const ALL = TOOLS.map(({ name }) => name).join(" ");
const AGENT = { allow: null, deny: [], alsoAllow: [], byProvider: {} };

describe("judgeVisibility", () => {
  it.each<readonly [string, Partial<VisibilityPolicy>, CallerHints, string | null, string]>([
    ["nothing said", {}, {}, null, ALL],
    ["profile full", { profile: "full" }, {}, null, ALL],
    ["profile minimal is not empty", { profile: "minimal" }, {}, null, "session.status"],
    ["profile coding", { profile: "coding" }, {}, null, "fs.read fs.write shell.exec session.status web_fetch"],
    ["unknown profile lets nothing through", { profile: "ful" }, {}, null, ""],
    ["own profile", { profile: "mine", profiles: { mine: ["group:git", "Bash"] } }, {}, null, "shell.exec git.log"],
    ["own profile replaces a built-in one", { profile: "full", profiles: { full: [] } }, {}, null, ""],
    [
      "a provider of the credential replaces the profile",
      by({ profile: "minimal" }, { profile: "full" }),
      {},
      "x",
      ALL,
    ],
    [
      "a claimed provider only narrows",
      by({ profile: "minimal" }, { profile: "full" }),
      { provider: "x" },
      null,
      "session.status",
    ],
    ["a claimed provider narrows", by({}, { profile: "minimal" }), { provider: "x" }, null, "session.status"],
    ["allow", { allow: ["fs.*", "group:web"] }, {}, null, "fs.read fs.write web_fetch"],
    ["allow by another system's name", { allow: ["read_file"] }, {}, null, "fs.read"],
    ["an empty allow is nothing", { allow: [] }, {}, null, ""],
    ["allow of the provider", by({}, { allow: ["git.log"] }), {}, "x", "git.log"],
    ["allow of the agent", { agents: { a: { ...AGENT, allow: ["git.log"] } } }, {}, null, "git.log"],
    ["allow of another agent", { agents: { b: { ...AGENT, allow: [] } } }, {}, null, ALL],
    ["agent names of objects", { agents: {} }, {}, null, ALL],
    [
      "allow of the agent with the provider",
      { agents: { a: { ...AGENT, byProvider: { x: { allow: ["web_fetch"] } } } } },
      {},
      "x",
      "web_fetch",
    ],
    ["allow of the group", { groups: { topic: { allow: ["fs.read"] } } }, { group: "topic" }, null, "fs.read"],
    ["an unknown group narrows nothing", { groups: { topic: { allow: [] } } }, { group: "other" }, null, ALL],
    ["deny", { deny: ["group:fs", "Bash"] }, {}, null, "session.status web_fetch git.log"],
    ["deny by a glob on another system's name", { deny: ["Ba*"] }, {}, null, ALL.replace("shell.exec ", "")],
    ["deny of the agent", { agents: { a: { ...AGENT, deny: ["*"] } } }, {}, null, ""],
    ["also_allow brings back", { profile: "minimal", alsoAllow: ["git.log"] }, {}, null, "session.status git.log"],
    [
      "also_allow never over a deny",
      { deny: ["git.log"], alsoAllow: ["git.log"] },
      {},
      null,
      ALL.replace(" git.log", ""),
    ],
    [
      "also_allow of the agent",
      { allow: [], agents: { a: { ...AGENT, alsoAllow: ["group:web"] } } },
      {},
      null,
      "web_fetch",
    ],
    [
      "delegation",
      { delegation: { deny: ["session.status"], leafDeny: ["group:fs"] } },
      { depth: 1 },
      null,
      ALL.replace("session.status ", ""),
    ],
    [
      "delegation of a leaf, over also_allow",
      { delegation: { deny: ["session.status"], leafDeny: ["group:fs"] }, alsoAllow: ["*"] },
      { depth: 2, leaf: true },
      null,
      "shell.exec web_fetch git.log",
    ],
    [
      "the request narrows, over also_allow",
      { alsoAllow: ["*"] },
      { allow: ["git.*", "exec"] },
      null,
      "shell.exec git.log",
    ],
    ["the request narrows to nothing", {}, { allow: [] }, null, ""],
  ])("%s", (_, policy, hints, provider, expected) => {
    expect(shown(policy, hints, provider)).toBe(expected);
  });

  it("wants every file to let a tool through, and names the one that does not", () => {
    const visibility = [
      { ...EMPTY, source: "user toolgate.toml", allow: ["fs.*"] },
      { ...EMPTY, deny: ["fs.write"], alsoAllow: ["*"] },
    ];
    const policy = { mode: "default", rules: [], paused: null, visibility } as const;
    const reasons = TOOLS.map((one) =>
      judgeVisibility({ tool: one, caller: CALLER }, policy).map(({ reason }) => reason),
    );
    expect(reasons[0]).toEqual([]);
    expect(reasons[1]).toEqual(["`deny` of toolgate.toml hides `fs.write`"]);
    expect(reasons[2]).toEqual(["`allow` of user toolgate.toml does not name `shell.exec`"]);
  });

  it("agrees with the steps done one after the other on sets of names, on any tables", () => {
    fc.assert(
      fc.property(anyPolicy, anyHints, fc.constantFrom(null, "x", "y"), (policy, hints, provider) => {
        expect(shown(policy, hints, provider)).toBe(naive({ ...EMPTY, ...policy }, hints, provider));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("validateVisibility", () => {
  it("finds slips of the pen in every table", () => {
    const policy = {
      ...EMPTY,
      profile: "codding",
      deny: ["group:runtme"],
      byProvider: { x: { profile: "nope", allow: ["group:fs"] } },
      agents: { a: { ...AGENT, byProvider: { x: { allow: ["group:zz"] } } } },
    };
    const found = validateVisibility(policy, new Set(["fs", "runtime"]));
    expect(found.map(({ message }) => message)).toEqual([
      'there is no profile "codding", did you mean `coding`?',
      'there is no profile "nope"',
      'there is no group "runtme", did you mean `runtime`?',
      'there is no group "zz"',
    ]);
  });
});

function by(
  rest: Partial<VisibilityPolicy>,
  x: Partial<VisibilityPolicy["byProvider"][string]>,
): Partial<VisibilityPolicy> {
  return { ...rest, byProvider: { x: { profile: null, allow: null, ...x } } };
}

/** The steps of the pipeline as sets of names, one after the other, as the page of the pipeline tells them. */
function naive(policy: VisibilityPolicy, hints: CallerHints, trusted: string | null): string {
  const all = TOOLS.map(({ name }) => name);
  const expand = (entries: readonly string[]): string[] =>
    TOOLS.filter(({ name, groups, aliases }) =>
      entries.some((entry) =>
        entry.startsWith("group:")
          ? groups?.includes(entry.slice(6))
          : entry.endsWith("*")
            ? [name, ...(aliases ?? [])].some((one) => one.startsWith(entry.slice(0, -1)))
            : [name, ...(aliases ?? [])].includes(entry),
      ),
    ).map(({ name }) => name);
  const profile = (name: string | null): string[] =>
    name === null || name === "full" ? all : name === "minimal" ? ["session.status"] : [];
  const provider = trusted ?? hints.provider ?? null;
  const mine = provider === null ? undefined : policy.byProvider[provider];
  let current = profile(policy.profile);
  if (trusted !== null && mine?.profile != null) current = profile(mine.profile);
  if (trusted === null && mine?.profile != null)
    current = current.filter((name) => profile(mine.profile).includes(name));
  const agent = policy.agents["a"];
  const group = hints.group === undefined ? undefined : policy.groups[hints.group];
  const withProvider = provider === null ? undefined : agent?.byProvider[provider];
  for (const step of [policy.allow, mine?.allow, agent?.allow, withProvider?.allow, group?.allow]) {
    if (step != null) current = current.filter((name) => expand(step).includes(name));
  }
  const denied = [...expand(policy.deny), ...expand(agent?.deny ?? [])];
  current = current.filter((name) => !denied.includes(name));
  const more = [...expand(policy.alsoAllow), ...expand(agent?.alsoAllow ?? [])].filter(
    (name) => !denied.includes(name),
  );
  current = all.filter((name) => current.includes(name) || more.includes(name));
  if ((hints.depth ?? 0) > 0) current = current.filter((name) => !expand(policy.delegation.deny).includes(name));
  if (hints.leaf === true) current = current.filter((name) => !expand(policy.delegation.leafDeny).includes(name));
  const { allow } = hints;
  if (allow !== undefined) current = current.filter((name) => expand(allow).includes(name));
  return current.join(" ");
}

const anyEntries = fc.array(
  fc.constantFrom("fs.read", "fs.*", "group:fs", "group:web", "Bash", "git.log", "*", "session.status", "nothing"),
  { maxLength: 3 },
);
const anyAllow = fc.option(anyEntries, { freq: 3 });
const anyProfile = fc.constantFrom(null, "full", "minimal", "unknown");
const anyPolicy = fc.record({
  profile: anyProfile,
  allow: anyAllow,
  deny: anyEntries,
  alsoAllow: anyEntries,
  byProvider: fc.dictionary(fc.constantFrom("x", "y"), fc.record({ profile: anyProfile, allow: anyAllow })),
  agents: fc.dictionary(
    fc.constantFrom("a", "b"),
    fc.record({
      allow: anyAllow,
      deny: anyEntries,
      alsoAllow: anyEntries,
      byProvider: fc.dictionary(fc.constantFrom("x", "y"), fc.record({ allow: anyAllow })),
    }),
  ),
  groups: fc.dictionary(fc.constantFrom("g", "h"), fc.record({ allow: anyAllow })),
  delegation: fc.record({ deny: anyEntries, leafDeny: anyEntries }),
});
const anyHints = fc.record(
  {
    provider: fc.constantFrom("x", "y", "z"),
    group: fc.constantFrom("g", "h", "i"),
    depth: fc.constantFrom(0, 1, 2),
    leaf: fc.boolean(),
    allow: anyEntries,
  },
  { requiredKeys: [] },
);
