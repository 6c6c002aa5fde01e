import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { toolText } from "./tools.fixture.ts";

let workspace: TestWorkspace;
let gateway: TestGateway;

beforeAll(async () => {
  const params = '[params.token_of_the_bank]\ntype = "integer"';
  workspace = createTestWorkspace({
    config: '[permissions]\nmode = "autonomous"\n[packs]\nfs = true\n[policy]\ndeny = ["hidden*", "fs.read"]\n',
    tools: {
      hidden: toolText("hidden", "echo", ["{{token_of_the_bank}}"], params),
      hidden_off: toolText("hidden_off", "echo", [], "enabled = false"),
      hidden_plain: toolText("hidden_plain", "echo", []),
      shown: toolText("shown", "echo", []),
    },
  });
  gateway = await workspace.open();
});
afterAll(() => workspace.remove());

/** What the caller is told and what of it they may read later, without what differs from call to call. */
async function learn(tool: string, args: JsonObject): Promise<unknown> {
  const outcome = await gateway.call(tool, args);
  const [record] = await gateway.runtime.control.audit.query({ callId: outcome.callId, limit: 1 });
  const { kind, tool: recorded, status, code, data } = record ?? {};
  const learned = { ...outcome, callId: "", record: { kind, recorded, status, code, error: data?.["error"] } };
  return JSON.parse(JSON.stringify(learned).replaceAll(tool, "NAME")) as unknown;
}

const CALLS: readonly (readonly [string, string, JsonObject])[] = [
  ["a good call", "hidden", { token_of_the_bank: 1 }],
  ["one without arguments", "hidden_plain", {}],
  ["arguments that do not fit", "hidden", { token_of_the_bank: "x" }],
  ["arguments that are missing", "hidden", {}],
  ["a tool that is switched off", "hidden_off", {}],
  ["another name of the tool", "Read", {}],
  ["another name of the tool, and a place outside", "Read", { path: "/etc/passwd" }],
];

describe("a tool that the caller is not shown reads as one that is not there", () => {
  it.each(CALLS)("for %s", async (_, tool, args) => {
    expect(await learn(tool, args)).toEqual(await learn("no_such_tool_at_all", {}));
  });

  it("for a name that is nearly that of a shown one", async () => {
    expect(await gateway.call("show", {})).toMatchObject({
      error: { message: expect.stringContaining("`shown`") as string },
    });
  });

  it.each(CALLS)("also while nothing may run, for %s", async (_, tool, args) => {
    const by = await gateway.runtime.control.owner();
    await gateway.runtime.control.setPaused({ reason: "a test" }, by);
    expect(await learn(tool, args)).toEqual(await learn("no_such_tool_at_all", {}));
    await gateway.runtime.control.setPaused(null, by);
  });

  it("and operators find in the record what hid it", async () => {
    const { callId } = await gateway.call("hidden_plain", {});
    const [record] = await gateway.runtime.control.audit.query({ callId, limit: 1 });
    expect(record?.data).toMatchObject({ decision: { code: "DENIED_NOT_VISIBLE" }, error: { code: "UNKNOWN_TOOL" } });
  });
});
