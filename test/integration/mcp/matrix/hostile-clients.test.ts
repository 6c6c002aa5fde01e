import { request } from "node:http";
import type { ClientRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../src/model/json.ts";
import { until } from "../../../support/workspace.ts";
import { openRow } from "./matrix-world.ts";
import type { MatrixRow } from "./matrix-world.ts";
import { createRawClient } from "./raw-client.ts";
import { openLines } from "./raw-ways.ts";

let row: MatrixRow;
beforeAll(async () => {
  row = await openRow("2026-07-28");
});
afterAll(() => row.close());

/** What the server was asked so far, by whatever way. */
async function heard(): Promise<string> {
  const result = await row.clients["2025-11-25"].request("tools/call", { name: "heard" });
  return JSON.stringify(result["content"]);
}

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } },
};

interface Exchange {
  readonly outgoing: ClientRequest;
  readonly answer: Promise<JsonObject>;
  readonly text: () => string;
}

function call(name: string, params: JsonObject, headers: Record<string, string> = {}, token = row.token): Exchange {
  const { promise, resolve } = Promise.withResolvers<JsonObject>();
  let text = "";
  const isModern = headers["mcp-session-id"] === undefined;
  const meta = { ...(isModern ? MODERN : {}), ...(params["_meta"] as JsonObject | undefined), progressToken: "p" };
  const usual = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(isModern ? { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name } : {}),
  };
  const outgoing = request(row.url, { method: "POST", headers: { ...usual, ...headers } }, (incoming) => {
    incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    incoming
      .on("error", () => undefined)
      .on("end", () => {
        const line = text.split("\n").findLast((one) => /^(?:data: )?\{/u.test(one)) ?? "{}";
        resolve(JSON.parse(line.replace(/^data: /u, "")) as JsonObject);
      });
  });
  outgoing.on("error", () => undefined);
  outgoing.end(
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, ...params, _meta: meta } }),
  );
  return { outgoing, answer: promise, text: () => text };
}

/** Of a client that nobody can be asked through. */
const MUTE: JsonObject = { "io.modelcontextprotocol/clientCapabilities": {} };
const ANSWERS: JsonObject = { who: { action: "accept", content: { name: "Eve" } } };

describe("a requestState that is not good is refused, and the server hears nothing", () => {
  it.each<[string, string, (state: string) => JsonObject]>([
    ["made up", "ask", () => ({ requestState: "x", inputResponses: ANSWERS })],
    [
      "changed",
      "ask",
      (state) => ({ requestState: `${state.startsWith("A") ? "B" : "A"}${state.slice(1)}`, inputResponses: ANSWERS }),
    ],
    [
      "of other arguments",
      "ask",
      (requestState) => ({ arguments: { text: "other" }, requestState, inputResponses: ANSWERS }),
    ],
    ["of another tool", "say", (requestState) => ({ requestState, inputResponses: ANSWERS })],
    ["of an empty text", "ask", () => ({ requestState: "", inputResponses: ANSWERS })],
  ])("%s", async (_what, tool, params) => {
    const asked = (await call("ask", {}).answer)["result"] as JsonObject;
    expect(asked).toMatchObject({ resultType: "input_required" });
    const before = await heard();
    const answer = await call(tool, params(asked["requestState"] as string)).answer;
    expect(answer).toMatchObject({ error: { code: -32602 } });
    expect(await heard()).toBe(before);
  });

  it("of somebody else, or used a second time", async () => {
    const { control } = row.gateway.runtime;
    const who = { principal: "eve", agent: "matrix", roles: ["agent"] as const, expiresAt: null };
    const { token } = await control.createToken(who, await control.owner());
    const asked = (await call("ask", {}).answer)["result"] as JsonObject;
    const good = { requestState: asked["requestState"] as string, inputResponses: ANSWERS };
    const before = await heard();
    expect(await call("ask", good, {}, token).answer).toMatchObject({ error: { code: -32602 } });
    expect(await heard()).toBe(before);
    expect(JSON.stringify(await call("ask", good).answer)).toContain("Eve");
    const after = await heard();
    expect(await call("ask", good).answer).toMatchObject({ error: { code: -32602 } });
    expect(await heard()).toBe(after);
  });
});

describe("the server hears that a client went away in the middle of a call", () => {
  it.each(["before anything was answered", "while progress comes in"])(
    "over a request of its own, %s",
    async (when) => {
      const name = `left ${when}`;
      const { outgoing, text } = call("slow", { arguments: { text: name } });
      if (when.startsWith("while")) await until(() => text().includes("notifications/progress"), "progress");
      else await until(async () => (await heard()).includes(name), "the call");
      outgoing.destroy();
      await until(async () => (await heard()).includes(`${name} was cancelled`), "the end of the call");
    },
  );

  it("in a session that ends", async () => {
    const { port } = new URL(row.url);
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    const session = await new Promise<string>((resolve) => {
      const headers = {
        authorization: `Bearer ${row.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      request({ port, host: "127.0.0.1", path: "/mcp", method: "POST", headers }, (answer) => {
        answer.resume();
        resolve(String(answer.headers["mcp-session-id"]));
      }).end(body);
    });
    const { outgoing } = call("slow", { arguments: { text: "of a session" } }, { "mcp-session-id": session });
    await until(async () => (await heard()).includes("of a session"), "the call");
    outgoing.destroy();
    await until(async () => (await heard()).includes("of a session was cancelled"), "the end of the call");
  });

  it("over standard input", async () => {
    const client = await createRawClient("2024-11-05", (take) => openLines(row.gateway.runtime, take));
    const running = client.request("tools/call", { name: "slow", arguments: { text: "of lines" } });
    running.catch(() => undefined);
    await until(async () => (await heard()).includes("of lines"), "the call");
    await client.close();
    await until(async () => (await heard()).includes("of lines was cancelled"), "the end of the call");
  });
});

it("a client that goes away while a person is asked for approval has its call denied, and the server hears nothing", async () => {
  const { control } = row.gateway.runtime;
  const { outgoing } = call("say", { arguments: { text: "careful" }, _meta: { ...MODERN, ...MUTE } });
  const pending = await until(async () => (await control.approvals.listPending())[0], "the question");
  outgoing.destroy();
  await until(async () => (await control.approvals.get(pending.id))?.state !== "pending", "its end");
  await control.answer(pending.id, "approve", await control.owner(), null);
  expect(await heard()).not.toContain("careful");
});
