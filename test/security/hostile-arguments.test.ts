import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import { SAY } from "./tools.fixture.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;

beforeAll(async () => {
  workspace = createTestWorkspace({ tools: { say: SAY }, config: '[permissions]\nallow = ["*"]\n' });
  gateway = await workspace.open();
});

afterAll(() => workspace.remove());

/** The last record of the call, and whether it was ever admitted. */
async function story(callId: string): Promise<readonly string[]> {
  const records = await gateway.runtime.control.audit.query({ callId });
  return records.map(({ kind }) => kind);
}

describe("a hostile tool name", () => {
  it.each<[string, unknown]>([
    ["a name that every object has", "constructor"],
    ["the prototype", "__proto__"],
    ["a line break", "say\nsay"],
    ["a NUL after a real name", "say\u0000"],
    ["a bidi override", "\u202eyas"],
    ["a lone surrogate", "\ud800"],
    ["another case", "SAY"],
    ["a path", "../say"],
    ["ten million characters", "x".repeat(10_000_000)],
    ["a number", 5],
    ["an object", { toString: () => "say" }],
    ["a list that reads as the name", ["say"]],
    ["nothing", undefined],
  ])("is refused and recorded once: %s", async (_what, tool) => {
    const outcome = await gateway.runtime.call({
      entry: "library",
      tool,
      args: { t: "v" },
      caller: gateway.agent,
    });
    expect(outcome.status).toBe("refused");
    expect(outcome.evidence).toBeNull();
    expect(await story(outcome.callId)).toEqual(["refused"]);
  });
});

describe("hostile arguments", () => {
  it.each<[string, unknown]>([
    ["a list", ["v"]],
    ["a text", "v"],
    ["a number for a text", { t: 1 }],
    ["a list for a text", { t: ["v"] }],
    ["an object that prints as a text", { t: { toString: "v" } }],
    ["null, which must not become a default", { t: null }],
    ["a NUL", { t: "a\u0000b" }],
    ["a line break", { t: "a\nb" }],
    ["an escape sequence", { t: "\u001b[2J" }],
    ["a bidi override", { t: "\u202e" }],
    ["a zero width space", { t: "a\u200bb" }],
    ["a tag character", { t: "a\u{e0041}" }],
    ["a lone surrogate", { t: "\ud800" }],
    ["the prototype as an argument", JSON.parse('{"t":"v","__proto__":{"polluted":1}}')],
    ["the value in the prototype", JSON.parse('{"__proto__":{"t":"v"}}')],
    ["a value that is only inherited", Object.create({ t: "v" }) as unknown],
    ["one argument too many", { t: "v", u: "w" }],
    ["forty thousand arguments", Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`p${at}`, 1]))],
    ["a name of 900 kB", { ["k".repeat(900_000)]: 1 }],
    ["ten megabytes", { t: "x".repeat(10_000_000) }],
    ["a value above its own limit", { t: "x".repeat(65_537) }],
    ["deep nesting", { t: JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as unknown }],
    ["a getter that throws", Object.defineProperty({}, "t", { enumerable: true, get: fail })],
    ["a proxy that throws", new Proxy({}, { ownKeys: fail })],
    ["a big integer", { t: 1n }],
    ["a circle", circle()],
    ["a toJSON that makes a list", { toJSON: () => ["v"] }],
  ])("never run: %s", async (_what, args) => {
    const outcome = await gateway.runtime.call({
      entry: "library",
      tool: "say",
      args,
      caller: gateway.agent,
    });
    expect(outcome.status).toBe("refused");
    expect(outcome.evidence).toBeNull();
    expect(await story(outcome.callId)).toEqual(["refused"]);
    expect((outcome.error?.message ?? "").length).toBeLessThan(3_000);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each([
    "$(id)",
    "`id`",
    "; id",
    "| id",
    "a b 'c' \"d\"",
    "{{t}}",
    "{_scan_id}",
    "%s%s%n",
    "$SESSION_DIR",
    "-rf",
    "--help",
    "*",
    "~",
  ])("arrive as the one word that they are: %j", async (t) => {
    const outcome = await gateway.call("say", { t });
    expect(outcome.structured).toMatchObject({ stdout: `x${t}` });
  });

  it("leave a history that still verifies", async () => {
    expect(await gateway.runtime.control.audit.verify()).toMatchObject({ ok: true });
  });
});

function fail(): never {
  throw new Error("trap");
}

function circle(): object {
  const self: Record<string, unknown> = {};
  self["t"] = self;
  return self;
}
