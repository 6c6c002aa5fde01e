import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const SCRIPT = fileURLToPath(new URL("../fixtures/mcp-upstream/described-stdio.mjs", import.meta.url));
const schema = (name: string): JsonObject => ({
  type: "object",
  properties: { region: { type: "string", "x-mcp-header": name }, flag: { type: "boolean" }, id: { type: "string" } },
  required: ["id"],
  additionalProperties: false,
});

let workspace: TestWorkspace;
let gateway: TestGateway;
const log = (): string => path.join(workspace.folder, "calls.log");
const sent = (): string => readFileSync(log(), "utf8");

beforeAll(async () => {
  workspace = createTestWorkspace();
  const file = path.join(workspace.folder, "upstream.json");
  const tools = [
    { name: "good", inputSchema: schema("Region") },
    { name: "bad", inputSchema: schema("Region\r\nHost: evil.example") },
  ];
  writeFileSync(file, JSON.stringify({ name: "headed", tools }));
  const args = JSON.stringify([SCRIPT, file, log()]);
  const server = `[mcp.servers.up]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\n`;
  workspace.write("toolgate.toml", `[permissions]\nallow = ["*"]\n${server}`);
  writeFileSync(log(), "");
  gateway = await workspace.open();
  await gateway.runtime.upstream.connect("up", AbortSignal.timeout(20_000));
});
afterAll(async () => {
  await gateway.close();
  await workspace.remove();
});

describe("a tool whose schema names a header that cannot be", () => {
  it("is left out, with the reason, beside those that are not", async () => {
    const names = (await gateway.runtime.listTools(gateway.agent)).map(({ name }) => name);
    expect(names).toContain("mcp_up__good");
    expect(names).not.toContain("mcp_up__bad");
    expect(await gateway.call("mcp_up__bad", { id: "1" })).toMatchObject({ error: { code: "UNKNOWN_TOOL" } });
    expect(sent()).toBe("");
    const [view] = gateway.runtime.upstream.servers();
    expect(view?.problems).toEqual([expect.stringMatching(/"bad" cannot be used: .*x-mcp-header/)]);
    const [known] = await gateway.runtime.control.pins.list();
    const reasons = Object.fromEntries(known?.pins.map(({ tool, unusable }) => [tool, unusable]) ?? []);
    expect(reasons).toMatchObject({ "": null, good: null, bad: expect.stringContaining("x-mcp-header") as string });
  });
});

describe("null for a parameter that may be left out", () => {
  it("reaches the server as it came", async () => {
    writeFileSync(log(), "");
    const args = { id: "1", region: null, flag: null };
    expect(await gateway.call("mcp_up__good", args)).toMatchObject({ status: "success" });
    expect(JSON.parse(sent())).toMatchObject({ name: "good", arguments: args });
  });

  it.each([
    ["a parameter that the tool needs", { id: null }],
    ["one that it does not know", { id: "1", other: null }],
    ["one beside another that does not fit", { id: "1", flag: null, region: 7 }],
    ["one that every object inherits", { id: "1", constructor: null }],
  ])("is refused for %s", async (_what, args) => {
    writeFileSync(log(), "");
    expect(await gateway.call("mcp_up__good", args)).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    expect(sent()).toBe("");
  });
});
