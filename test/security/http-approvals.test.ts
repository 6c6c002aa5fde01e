import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/model/outcome.ts";
import { startServer } from "../support/http-tool.ts";
import type { TestServer } from "../support/http-tool.ts";
import { createTestWorkspace, until } from "../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../support/workspace.ts";
import { trust, withoutTrust } from "./tools.fixture.ts";

/** What was shown to a person is what is sent, or nothing is; and what only asks or looks sends nothing. */

const SECRET = "hunter2hunter2";

let server: TestServer;
let workspace: TestWorkspace;
let gateway: TestGateway;

beforeEach(async () => {
  server = await startServer((_request, response) => response.end("{}"));
  process.env["TOOLCLAD_SECRET_API"] = SECRET;
  const config = [
    "[network]",
    'private = ["127.0.0.1"]',
    "[permissions]",
    'ask = ["*"]',
    "approval_timeout_seconds = 5",
    "[[secrets.providers]]",
    'kind = "env"',
    "[[secrets.bind]]",
    'secret = "api"',
    'tools = ["post", "scanned"]',
    'hosts = ["127.0.0.1"]',
  ].join("\n");
  workspace = createTestWorkspace({
    config,
    tools: { "post.clad": POST(), "scanned.clad": SCANNED(), "target.clad": TARGET },
  });
  writeFileSync(path.join(workspace.folder, "scope.toml"), '[scope]\ntargets = ["127.0.0.1"]\n');
  await trust(workspace);
  gateway = await workspace.open({ env: withoutTrust(workspace) });
});
afterEach(async () => {
  delete process.env["TOOLCLAD_SECRET_API"];
  await workspace.remove();
  await server.close();
});

const ARG = (name: string, type: string): string => `[args.${name}]\ntype = "${type}"\nrequired = true\n`;
const HEAD = (name: string): string => `[tool]\nname = "${name}"\ndescription = "d"\nrisk_tier = "low"\n`;
const END = '[output]\nformat = "json"\n';
const POST = (changes: Readonly<Record<string, string>> = {}): string => {
  const url = changes["url"] ?? "/{x}";
  const header = changes["header"] ?? "Bearer {_secret:api}";
  const body = changes["body"] ?? '{"x": "{x}"}';
  const http = `method = "POST"\nurl = "${server.origin}${url}"\nheaders = { Authorization = "${header}" }\nbody_template = '${body}'\n`;
  return `${HEAD("post")}${ARG("x", "string")}[http]\n${http}${END}`;
};
const SCANNED = (): string =>
  `${HEAD("scanned")}[http]\nurl = "ORIGIN/?s={_scan_id}"\n${END}`.replace("ORIGIN", server.origin);
const TARGET = `${HEAD("target")}${ARG("t", "scope_target")}${ARG("p", "port")}[http]\nurl = "http://{t}:{p}/"\n${END}`;

async function approve(id: string): Promise<void> {
  const { control } = gateway.runtime;
  await control.answer(id, "approve", await control.owner(), null);
}

async function approveFirst(tool: string, args: Record<string, string | number>): Promise<Outcome> {
  const first = await gateway.call(tool, args, { hold: false });
  expect(first.status).toBe("pending");
  await approve(first.approval?.id ?? "");
  return first;
}

describe("an approved request", () => {
  it("is sent once, for the same arguments", async () => {
    await approveFirst("post", { x: "a" });
    expect((await gateway.call("post", { x: "a" }, { hold: false })).status).toBe("success");
    expect((await gateway.call("post", { x: "a" }, { hold: false })).status).toBe("pending");
    expect(server.seen.map(({ url, body }) => url + body)).toEqual(['/a{"x":"a"}']);
  });

  it("is sent when it carries the name of the call, which is another at each try", async () => {
    await approveFirst("scanned", {});
    expect((await gateway.call("scanned", {}, { hold: false })).status).toBe("success");
    expect(server.seen).toHaveLength(1);
  });

  it.each<[string, Record<string, string>]>([
    ["URL", { url: "/other/{x}" }],
    ["header", { header: "Basic {_secret:api}" }],
    ["header, without its secret", { header: "Bearer none" }],
    ["body", { body: '{"x": "{x}", "admin": true}' }],
  ])("is not sent with another %s", async (_what, changes) => {
    await approveFirst("post", { x: "a" });
    const hash = (): string | undefined => gateway.runtime.registry.snapshot.tools.get("post")?.definitionHash;
    const before = hash();
    workspace.write("tools/post.clad.toml", POST(changes));
    await trust(workspace);
    await until(() => hash() !== before, "the new definition");
    expect((await gateway.call("post", { x: "a" }, { hold: false })).status).toBe("pending");
    expect((await gateway.call("post", { x: "b" }, { hold: false })).status).toBe("pending");
    expect(server.seen).toEqual([]);
  });

  it("is not sent where the scope lost its target while a person was thinking", async () => {
    const held = gateway.call("target", { t: "127.0.0.1", p: server.port }, { hold: true });
    const [approval] = await until(async () => {
      const list = await gateway.runtime.control.approvals.listPending();
      return list.length > 0 ? list : null;
    }, "the question");
    writeFileSync(path.join(workspace.folder, "scope.toml"), '[scope]\ntargets = ["192.0.2.1"]\n');
    await trust(workspace);
    const question = {
      tool: "target",
      args: { t: "127.0.0.1", p: server.port },
      caller: gateway.agent,
      entry: "library",
    } as const;
    await until(
      async () => JSON.stringify(await gateway.runtime.explain(question)).includes("INVALID_ARGUMENTS"),
      "the new scope",
    );
    await approve(approval?.id ?? "");
    const outcome = await held;
    expect(outcome.error?.message).toMatch(/scope/);
    expect(server.seen).toEqual([]);
  });
});

describe("what only looks", () => {
  it("sends nothing and opens no secret", async () => {
    const { runtime, agent } = gateway;
    const explained = await runtime.explain({ entry: "library", tool: "post", args: { x: "a" }, caller: agent });
    expect(JSON.stringify(explained)).not.toContain(SECRET);
    const asked = await gateway.call("post", { x: "a" }, { hold: false });
    expect(JSON.stringify(asked)).not.toContain(SECRET);
    const [pending] = await runtime.control.approvals.listPending();
    const shown = JSON.stringify(pending);
    expect(shown).toContain(`${server.origin}/a`);
    expect(shown).toContain('"name":"api"');
    expect(shown).not.toContain(SECRET);
    expect(server.seen).toEqual([]);
  });
});
