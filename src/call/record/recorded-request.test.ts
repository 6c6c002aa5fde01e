import { describe, expect, it } from "vitest";
import type { Facts } from "../../model/facts.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Plan } from "../../model/plan.ts";
import type { PolicyRequest, RequestedCall } from "../../policy/policy.ts";
import { toLexicalFacts } from "../../policy/to-lexical-facts.ts";
import { analyzeCommand } from "../../shell/analyze-command.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import type { AuditRecord } from "../../audit/audit-log.ts";
import { fromRecord } from "../replay/from-record.ts";
import { toRecordedRequest } from "./recorded-request.ts";

const CALLER = { tenant: "local", principal: "me", agent: "a", roles: ["agent"], credential: "c" } as const;
const PROGRAM = { kind: "command" } as unknown as Plan;
const keep = (text: string): string => text;

function toRequest(call: Partial<RequestedCall>, more: Partial<PolicyRequest> = {}): PolicyRequest {
  return {
    tool: {
      name: "shell.exec",
      aliases: ["Bash", "exec", "terminal.exec"],
      layer: "builtin",
      effect: "write",
      humanApproval: false,
      riskTier: null,
      groups: ["shell"],
      cedar: null,
      pathUse: "write",
    },
    caller: CALLER,
    hints: {},
    call: { args: {}, specifier: null, paths: [], session: "s1", depth: 0, needsShell: false, ...call },
    ...more,
  };
}

function toLine(command: string): Pick<RequestedCall, "args" | "specifier"> {
  const value = { kind: "shell", name: "command", text: command, line: analyzeCommand(command) } as const;
  return { args: { command }, specifier: { ok: true, text: command, values: [value] } };
}

/** The very record that an audit would have. */
function toRecord(request: JsonObject | null, plan: JsonObject | null = null): AuditRecord {
  const data = { decision: { effect: "allow", reasons: ["r"] }, session: "s1", plan, request };
  return {
    kind: "intent",
    tool: "shell.exec",
    code: "ALLOWED_BY_RULE",
    at: "2026-01-02T03:04:05.000Z",
    caller: CALLER,
    data: JSON.parse(canonicalJson(data)) as JsonObject,
  } as unknown as AuditRecord;
}

const FACTS: Facts = {
  ...toLexicalFacts({ folder: "/w", home: "/home/me", ownFolders: ["/home/me/.toolgate"], lexical: false }),
  now: Date.parse("2026-01-02T03:04:05.000Z"),
  realPaths: new Map([
    ["/w/a", "/w/a"],
    ["/w/link", "/etc"],
  ]),
  programs: new Map([
    ["git", { file: "/usr/bin/git", trusted: true }],
    ["./x", { file: null, trusted: false }],
  ]),
  session: { id: "s1", state: null, interactions: 0, page: null },
};

const SURROUNDINGS = { home: "/home/me", ownFolders: ["/home/me/.toolgate"], analyze: analyzeCommand };

function readBack(request: PolicyRequest, plan: Plan = PROGRAM): ReturnType<typeof fromRecord> {
  return fromRecord(toRecord(toRecordedRequest(request, FACTS, plan, keep)), SURROUNDINGS);
}

describe("toRecordedRequest", () => {
  it.each<readonly [string, PolicyRequest]>([
    ["a line", toRequest(toLine("git push && ./x > a"))],
    ["nothing that rules match", toRequest({ args: { n: 1, list: ["a", 2], flag: true, none: null } })],
    ["a specifier that could not be filled", toRequest({ specifier: { ok: false, message: "no host" } })],
    [
      "several values, and text around them",
      toRequest({
        args: { user: "me", host: "h" },
        specifier: {
          ok: true,
          text: "me@h",
          values: [
            { kind: "text", name: "user", text: "me" },
            { kind: "host", name: "host", text: "h" },
          ],
        },
      }),
    ],
    [
      "paths, of which one is read",
      toRequest({
        args: { path: "a" },
        paths: [
          { param: "path", path: "/w/a", use: "write" },
          { param: "other", path: "/w/link", use: "read" },
        ],
        specifier: { ok: true, text: "a", values: [{ kind: "path", name: "path", text: "/w/a" }] },
        depth: 3,
        needsShell: true,
      }),
    ],
    ["hints", toRequest({}, { hints: { group: "g", leaf: true, allow: ["fs.*"] } })],
  ])("comes back as it was with %s", (_, request) => {
    const { request: read, facts } = readBack(request)?.asked as { request: PolicyRequest; facts: Facts };
    expect(read).toEqual({ ...request, tool: { ...request.tool, aliases: read.tool.aliases } });
    expect(facts).toEqual({ ...FACTS, start: FACTS.roots[0] });
  });

  it("leaves arguments to the plan where they are its own", () => {
    const args = { path: "/w/a", content: "x".repeat(100_000) };
    const plan = { kind: "handler", api: null, arguments: args, paths: [], timeoutMs: 1 } as Plan;
    const specifier = { ok: true, text: "/w/a", values: [{ kind: "path", name: "path", text: "/w/a" }] } as const;
    const recorded = toRecordedRequest(toRequest({ args, specifier }), FACTS, plan, keep);
    expect(JSON.stringify(recorded).length).toBeLessThan(600);
    const read = fromRecord(toRecord(recorded, plan as unknown as JsonObject), SURROUNDINGS);
    expect(read?.asked).toMatchObject({ request: { call: { args, specifier } } });
  });

  it("marks what is too long, and keeps the rest", () => {
    const long = "x".repeat(20_000);
    const recorded = toRecordedRequest(toRequest({ args: { a: 1, long, b: "y" } }), FACTS, PROGRAM, keep);
    expect(recorded).toMatchObject({
      args: { a: 1, b: "y" },
      withheld: [["long", "long", 20_000, expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]],
    });
  });

  it.each([
    ["a line", toLine(`echo ${"x".repeat(20_000)}`), {}],
    ["text made of arguments", { specifier: { ok: true, text: "x".repeat(20_000), values: [] } } as const, {}],
    ["hints", {}, { hints: { allow: Array.from({ length: 1_000 }, () => "x".repeat(200)) } }],
  ])("does not keep %s of any length", (_, call, more) => {
    const recorded = toRecordedRequest(toRequest(call, more), FACTS, PROGRAM, keep);
    expect(recorded).toEqual({ version: 1, unkept: "long" });
  });

  it("does not keep more places than a line of reasonable length has", () => {
    const realPaths = new Map(Array.from({ length: 500 }, (_, at) => [`/w/${"d/".repeat(200)}${at}`, "/x"]));
    expect(toRecordedRequest(toRequest({}), { ...FACTS, realPaths }, PROGRAM, keep)).toMatchObject({ unkept: "long" });
  });

  describe("where a secret is known", () => {
    const scrub = (text: string): string => text.replaceAll("hunter2", "[REDACTED]");
    const record = (call: Partial<RequestedCall>, more: Partial<PolicyRequest> = {}): JsonObject | null =>
      toRecordedRequest(toRequest(call, more), FACTS, PROGRAM, scrub);

    it.each([
      ["an argument", record({ args: { password: "hunter2", user: "me" } })],
      ["an argument that is a list", record({ args: { words: ["a", "hunter2"] } })],
      ["a line", record(toLine("curl -u me:hunter2 host"))],
      ["a hint", record({}, { hints: { chat: "hunter2" } })],
    ])("does not keep %s that has it", (_, recorded) => {
      expect(JSON.stringify(recorded)).not.toContain("hunter2");
    });

    it("says which argument had it", () => {
      expect(record({ args: { password: "hunter2", user: "me" } })).toMatchObject({
        args: { user: "me" },
        withheld: [["password", "secret", 7, expect.any(String)]],
      });
    });
  });
});

describe("fromRecord", () => {
  it.each([
    [null, "did not keep"],
    [{ version: 2 }, "in another way"],
    [{ version: 1, unkept: "secret" }, "secret"],
  ])("says why %j cannot be judged again", (request, text) => {
    expect(fromRecord(toRecord(request), SURROUNDINGS)?.asked).toEqual({
      reason: expect.stringContaining(text) as unknown,
    });
  });

  it("has nothing to say of calls that were refused before they were decided", () => {
    const record = toRecord(null);
    expect(fromRecord({ ...record, kind: "refused", data: { decision: null } }, SURROUNDINGS)).toBe(null);
    expect(fromRecord({ ...record, data: {} }, SURROUNDINGS)).toBe(null);
  });
});
