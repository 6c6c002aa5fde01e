import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineTool } from "../../../src/library/define-tool.ts";
import type { JsonObject, JsonValue } from "../../../src/model/json.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";

const ANYTHING = { type: "object" } as const;
const circular: Record<string, unknown> = {};
circular["self"] = circular;

let workspace: TestWorkspace;
let gateway: TestGateway;
let seen: JsonObject[] = [];

beforeEach(async () => {
  seen = [];
  const read = { effect: "read", description: "Test", inputSchema: ANYTHING } as const;
  const returns = (name: string, value: unknown) => defineTool({ ...read, name, handler: () => value as JsonValue });
  const tools = [
    defineTool({
      ...read,
      name: "echo",
      handler: (args) => {
        seen.push(args);
        return args;
      },
    }),
    defineTool({
      ...read,
      name: "typed",
      inputSchema: {
        type: "object",
        properties: { n: { type: "integer", minimum: 1 } },
        required: ["n"],
        additionalProperties: false,
      },
      outputSchema: { type: "integer" },
      handler: ({ n }) => (n === 7 ? "seven" : (n ?? null)),
    }),
    defineTool({
      ...read,
      name: "throws",
      handler: () => {
        throw new Error("no luck");
      },
    }),
    defineTool({ ...read, name: "hangs", timeoutMs: 50, handler: () => new Promise<JsonValue>(() => undefined) }),
    defineTool({ ...read, name: "writes", effect: "write", handler: () => "wrote" }),
    returns("nothing", undefined),
    returns("bigint", 1n),
    returns("circle", circular),
    returns("dressed", { toJSON: () => ({ plain: true }) }),
  ];
  workspace = createTestWorkspace({ config: '[permissions]\nallow = ["writes"]\n' });
  gateway = await workspace.open({ tools });
});

afterEach(async () => {
  await workspace.remove();
});

describe("a tool given in code", () => {
  it("gets checked arguments and gives a checked result", async () => {
    expect(await gateway.call("typed", { n: 3 })).toMatchObject({ status: "success", structured: 3 });
    expect(await gateway.call("typed", { n: 0 })).toMatchObject({
      status: "refused",
      error: { code: "INVALID_ARGUMENTS" },
    });
    expect(await gateway.call("typed", { n: 1, m: 2 })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    expect(await gateway.call("typed", { n: 7 })).toMatchObject({
      status: "failed",
      structured: null,
      error: { code: "OUTPUT_SCHEMA" },
    });
  });

  it.each([
    ["throws", "HANDLER_FAILED"],
    ["hangs", "TIMEOUT"],
    ["bigint", "HANDLER_FAILED"],
    ["circle", "HANDLER_FAILED"],
  ])("%s ends as %s, with one story", async (name, code) => {
    const outcome = await gateway.call(name);
    expect(outcome).toMatchObject({ status: "failed", error: { code } });
    const records = await gateway.runtime.control.audit.query({ callId: outcome.callId });
    expect(records.map(({ kind }) => kind)).toEqual(["intent", "outcome"]);
  });

  it.each([
    ["nothing", null],
    ["dressed", { plain: true }],
  ])("%s is read as what JSON carries of it", async (name, value) => {
    expect((await gateway.call(name)).structured).toEqual(value);
  });

  it("cannot be tricked into changing what all objects inherit", async () => {
    const args = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    ) as JsonObject;
    await gateway.call("echo", args);
    expect(seen).toHaveLength(1);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(Object.getPrototypeOf(seen[0])).toBe(Object.prototype);
  });

  it("is refused once the gateway has closed", async () => {
    await gateway.close();
    expect(await gateway.call("echo")).toMatchObject({ status: "refused", error: { code: "DRAINING" } });
  });

  it("is covered by the rules of the workspace", async () => {
    expect((await gateway.call("writes")).status).toBe("success");
  });
});
