import { connect } from "node:net";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestWorkspace, until } from "../../../../test/support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../../../test/support/workspace.ts";
import { defineTool } from "../../../library/define-tool.ts";
import type { Outcome } from "../../../model/outcome.ts";
import { createLocalServer } from "../create-local-server.ts";
import type { LocalServer } from "../create-local-server.ts";
import { resolveFolders } from "../../../config/folders.ts";
import { SERVER_INFO } from "../../mcp/server-info.ts";
import type { CallReply, CallRequest } from "./call-wire.ts";
import type { ForwardHead } from "./forward-wire.ts";
import { hashSettings } from "./hash-settings.ts";
import type { ServersAnswer } from "./servers-wire.ts";

const SLOW = ['name = "slow"', 'description = "Slow."', 'kind = "command"', 'binary = "sleep"', 'args = ["30"]'];

let place: TestWorkspace;
let gateway: TestGateway;
let server: LocalServer;
beforeAll(async () => {
  place = createTestWorkspace({
    tools: { slow: SLOW.join("\n") },
    config: '[permissions]\nallow = ["slow", "typed"]\n[mcp.servers.off]\ncommand = "x"\nenabled = false\n',
  });
  const typed = defineTool({
    name: "typed",
    description: "Gives back what it got.",
    effect: "read",
    inputSchema: { type: "object", properties: { n: { type: "integer" }, text: { type: "string" } } },
    handler: (args) => JSON.stringify(args),
  });
  gateway = await place.open({ tools: [typed] });
  server = await createLocalServer(gateway.runtime, { takesConnections: true, env: place.env });
});
afterAll(async () => {
  await server.close();
  await place.remove();
});

function head(speaks: ForwardHead["speaks"]): ForwardHead {
  const { userConfigFile } = resolveFolders(place.env);
  const { configFile } = gateway.runtime.config;
  const settings = hashSettings([configFile, userConfigFile]);
  return {
    speaks,
    agent: "script",
    version: SERVER_INFO.version,
    configFile,
    userConfigFile,
    settings,
    trustsAll: true,
  };
}

const REQUEST: CallRequest = {
  tool: "typed",
  args: {},
  texts: {},
  hints: {},
  timeoutMs: null,
  hold: true,
  definitionHash: null,
};

interface Conversation {
  readonly socket: Socket;
  /** Lines that came so far, the greeting first. */
  readonly lines: unknown[];
  readonly ended: Promise<void>;
}

function talk(speaks: ForwardHead["speaks"], ...lines: readonly string[]): Conversation {
  const socket = connect({ path: server.path ?? "", allowHalfOpen: true });
  const said: unknown[] = [];
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const whole = (text + chunk).split("\n");
    text = whole.pop() ?? "";
    said.push(...whole.map((line) => JSON.parse(line) as unknown));
  });
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.once("end", () => socket.destroy()).on("error", () => undefined);
  socket.write([JSON.stringify(head(speaks)), ...lines, ""].join("\n"));
  return { socket, lines: said, ended };
}

async function replies(request: object): Promise<readonly CallReply[]> {
  const { lines, ended } = talk("call", JSON.stringify(request));
  await ended;
  expect(lines[0]).toEqual({ ok: true, reason: null });
  return lines.slice(1) as CallReply[];
}

async function outcomeOf(request: object): Promise<Outcome> {
  const last = (await replies(request)).at(-1);
  if (last?.kind !== "outcome") throw new Error(`no outcome: ${JSON.stringify(last)}`);
  return last.outcome;
}

describe("a call for another process", () => {
  it("is made as its agent through the door of the command line, with what it typed read by the schema", async () => {
    const outcome = await outcomeOf({ ...REQUEST, args: { text: "a" }, texts: { n: "1" } });
    expect(outcome).toMatchObject({ status: "success", content: [{ text: '{"text":"a","n":1}' }] });
    const [record] = await gateway.runtime.control.audit.query({ callId: outcome.callId });
    expect(record).toMatchObject({ caller: { agent: "script" }, data: { entry: "cli" } });
  });

  it("is refused like any other", async () => {
    expect(await outcomeOf({ ...REQUEST, tool: "nope" })).toMatchObject({ error: { code: "UNKNOWN_TOOL" } });
    expect(await outcomeOf({ ...REQUEST, texts: { n: "x" } })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    expect(await outcomeOf({ ...REQUEST, hints: { depth: -1 } })).toMatchObject({ error: { code: "MALFORMED_CALL" } });
    const later = await outcomeOf({ ...REQUEST, tool: "slow", timeoutMs: 50 });
    expect(later).toMatchObject({ status: "failed", error: { code: "TIMEOUT" } });
  });

  it.each([
    ["no object", []],
    ["no tool", { ...REQUEST, tool: 1 }],
    ["arguments that are a list", { ...REQUEST, args: [] }],
    ["texts that are numbers", { ...REQUEST, texts: { n: 1 } }],
    ["no word on waiting", { ...REQUEST, hold: undefined }],
    ["a time limit that is a text", { ...REQUEST, timeoutMs: "1" }],
    ["another definition", { ...REQUEST, definitionHash: "sha256:0" }],
  ])("is not begun with %s", async (_what, request) => {
    expect(await replies(request)).toEqual([{ kind: "declined", reason: expect.any(String) as string }]);
  });

  const running = async (): Promise<number> => (await gateway.runtime.control.running.list()).length;

  it("ends when its client says so, with an outcome", async () => {
    const { socket, lines, ended } = talk("call", JSON.stringify({ ...REQUEST, tool: "slow" }));
    await until(async () => (await running()) === 1, "the call");
    socket.write("{}\n");
    await ended;
    expect(lines.at(-1)).toMatchObject({
      kind: "outcome",
      outcome: { status: "failed", error: { code: "CANCELLED" } },
    });
    expect(lines).toContainEqual({ kind: "event", event: expect.objectContaining({ kind: "started" }) as object });
  });

  it("ends when its client goes away", async () => {
    const { socket } = talk("call", JSON.stringify({ ...REQUEST, tool: "slow" }));
    await until(async () => (await running()) === 1, "the call");
    socket.destroy();
    await until(async () => (await running()) === 0, "its end");
  });
});

describe("a question about upstream servers", () => {
  const ask = async (line: string): Promise<ServersAnswer> => {
    const { lines, ended } = talk("servers", line);
    await ended;
    return lines[1] as ServersAnswer;
  };

  it.each([
    ["which there are", '{"want":"list"}', { ok: true, servers: [] }],
    [
      "one that is switched off",
      '{"want":"retry","server":"off"}',
      { ok: false, message: expect.stringContaining("off") as string },
    ],
    ["one that is no text", '{"want":"retry","server":{}}', { ok: false }],
    ["something else", '{"want":"stop"}', { ok: false }],
    ["nothing", "null", { ok: false }],
  ])("%s", async (_what, line, answer) => {
    expect(await ask(line)).toMatchObject(answer);
  });
});
