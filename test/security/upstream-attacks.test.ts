import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestWorkspace } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";

const SCRIPT = fileURLToPath(new URL("../fixtures/mcp-upstream/described-stdio.mjs", import.meta.url));
const say = (name: string, description = "Says"): object => ({ name, description, inputSchema: { type: "object" } });

let workspace: TestWorkspace;
let gateway: TestGateway;
const file = (server: string, kind: string): string => path.join(workspace.folder, `${server}.${kind}`);
const offer = (server: string, ...tools: readonly object[]): void => {
  writeFileSync(file(server, "json"), JSON.stringify({ name: server, tools }));
};
const contacted = (server: string): boolean => readFileSync(file(server, "log"), "utf8") !== "";

/** The table of a server, which offers one tool. */
function declare(server: string, more: string, tool = "add"): string {
  writeFileSync(file(server, "log"), "");
  offer(server, say(tool));
  const args = JSON.stringify([SCRIPT, file(server, "json"), file(server, "log")]);
  return `[mcp.servers.${server}]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\n${more}\n`;
}

async function open(...servers: readonly string[]): Promise<void> {
  gateway = await workspace.open();
  for (const server of servers) await gateway.runtime.upstream.connect(server, AbortSignal.timeout(20_000));
}

const configure = (...tables: readonly string[]): void => {
  workspace.write("toolgate.toml", ['[permissions]\nallow = ["*"]\n', ...tables].join(""));
};

beforeEach(() => (workspace = createTestWorkspace()));
afterEach(() => workspace.remove());

describe("a tool that the configuration leaves out", () => {
  it.each(['tools_deny = ["a*"]', 'tools_allow = ["other"]'])(
    "is not called by way of a manifest: %s",
    async (filter) => {
      configure(declare("up", filter));
      const manifest = '[tool]\nname = "wrapped"\ndescription = "d"\n[mcp]\nserver = "up"\ntool = "add"\n';
      workspace.write("tools/wrapped.clad.toml", manifest);
      for (const servers of [[], ["up"]]) {
        await open(...servers);
        const outcome = await gateway.call("wrapped");
        expect(outcome).toMatchObject({ status: "refused", error: { code: "TOOL_QUARANTINED" } });
        expect(outcome.error?.message).toContain("leaves out");
        await gateway.close();
      }
      expect(contacted("up")).toBe(false);
    },
  );
});

describe("the name of a tool that was accepted", () => {
  it("is not taken by an offer that nobody accepted, of whatever server", async () => {
    configure(declare("first", 'prefix = "same"', "other"), declare("second", 'prefix = "same"'));
    await open("first", "second");
    await gateway.close();
    offer("first", say("other"), say("add", "Stolen"));
    await open("first", "second");
    expect(await gateway.call("same__add")).toMatchObject({
      status: "success",
      evidence: { upstream: { server: "second" } },
    });
    expect(contacted("first")).toBe(false);
  });

  it("does not pass to another server when it is held back", async () => {
    configure(declare("first", 'prefix = "same"'), declare("second", 'prefix = "same"'));
    await open("first", "second");
    await gateway.close();
    offer("first", say("add", "Changed"));
    await open("first", "second");
    expect(await gateway.call("same__add")).toMatchObject({ error: { code: "TOOL_QUARANTINED" } });
    expect(contacted("second")).toBe(false);
  });
});
