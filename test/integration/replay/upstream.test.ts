import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReplayedCall } from "../../../src/call/replay/replay.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import { createTestWorkspace } from "../../support/workspace.ts";

const SCRIPT = fileURLToPath(new URL("../../fixtures/mcp-upstream/described-stdio.mjs", import.meta.url));
const properties = { repo: { type: "string" }, force: { type: "boolean" } };
const TOOLS = ["push", "list"].map((name) => ({ name, inputSchema: { type: "object", properties } }));
const ALLOW = '[permissions]\nallow = ["*"]\n';

let workspace: TestWorkspace;
let gateway: TestGateway;
const log = (): string => path.join(workspace.folder, "calls.log");

function toServer(more = ""): string {
  const args = JSON.stringify([SCRIPT, path.join(workspace.folder, "upstream.json"), log()]);
  return `[mcp.servers.up]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\nlazy = true\n${more}\n`;
}

/** Calls that went out, then a gateway that has not connected to anything. */
beforeAll(async () => {
  workspace = createTestWorkspace();
  workspace.write("upstream.json", JSON.stringify({ name: "described", tools: TOOLS }));
  workspace.write("calls.log", "");
  workspace.write("toolgate.toml", `${ALLOW}${toServer()}`);
  const first = await workspace.open();
  await first.runtime.upstream.connect("up", AbortSignal.timeout(20_000));
  await first.call("mcp_up__push", { repo: "main", force: true });
  await first.call("mcp_up__push", { repo: "main", force: null });
  await first.call("mcp_up__list", { repo: "side" });
  await first.close();
  gateway = await workspace.open();
  writeFileSync(log(), "");
});
afterAll(() => workspace.remove());

async function replay(candidate: string): Promise<readonly string[]> {
  const folder = path.join(workspace.folder, "candidate");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "toolgate.toml"), candidate);
  const calls: ReplayedCall[] = [];
  const since = "2020-01-01T00:00:00.000Z";
  for await (const call of gateway.runtime.replay({ since, with: folder })) calls.push(call);
  return calls.map(({ end }) => (end.kind === "judged" ? end.now.code : end.reason));
}

const ALLOWED = "ALLOWED_BY_RULE";

describe("calls of upstream tools, decided once more", () => {
  it.each([
    ["the same rules", ALLOW, [ALLOWED, ALLOWED, ALLOWED]],
    [
      "a deny rule on a server",
      `${ALLOW}deny = ["mcp_up__*"]\n`,
      ["DENIED_BY_RULE", "DENIED_BY_RULE", "DENIED_BY_RULE"],
    ],
    ["a deny rule on one tool", `${ALLOW}deny = ["mcp_up__push"]\n`, ["DENIED_BY_RULE", "DENIED_BY_RULE", ALLOWED]],
    [
      "a deny rule on an argument, which null is not",
      `${ALLOW}[[permissions.rules]]\neffect = "deny"\ntool = "mcp_up__*"\nparams = { force = "true" }\n`,
      ["DENIED_BY_RULE", ALLOWED, ALLOWED],
    ],
  ])("under %s", async (_what, candidate, codes) => {
    expect(await replay(candidate)).toEqual(codes);
  });

  it("are held to whom a candidate lets use their server", async () => {
    const denied = Array.from({ length: 3 }, () => "DENIED_BY_GRANT");
    expect(await replay(`${ALLOW}${toServer('access = "granted"')}`)).toEqual(denied);
    expect(await replay(`${ALLOW}${toServer("enabled = false")}`)).toEqual(denied);
    expect(await replay(`${ALLOW}${toServer()}`)).toEqual([ALLOWED, ALLOWED, ALLOWED]);
  });

  it("reach no server, and start none", () => {
    expect(readFileSync(log(), "utf8")).toBe("");
    expect(gateway.runtime.upstream.servers().map(({ state }) => state.kind)).toEqual(["idle"]);
  });
});
