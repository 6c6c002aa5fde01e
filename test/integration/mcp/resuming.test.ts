import { request } from "node:http";
import type { ClientRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toTool } from "../../fixtures/runtime/sample-tools.ts";
import { INITIALIZE, OTHER_TOKEN, TOKEN, send, serve, toCallBody, until } from "./http-fixture.ts";
import type { Served } from "./http-fixture.ts";

let served: Served;
let release: () => void;
let headers: Record<string, string>;

async function open(revision: string, resumeMs: number): Promise<void> {
  served = await serve({ resumeMs });
  const held = new Promise<void>((resolve) => (release = resolve));
  served.runtime.addTool(toTool("slow"), async (_, outcome) => {
    await held;
    return outcome.success("the end of it");
  });
  const answer = await send(served.url, { body: INITIALIZE.replace("2025-11-25", revision) });
  headers = { "mcp-session-id": String(answer.headers["mcp-session-id"]), "mcp-protocol-version": revision };
}

beforeEach(() => open("2025-11-25", 60_000));
afterEach(async () => {
  release();
  await served.server.close();
});

interface Open {
  readonly outgoing: ClientRequest;
  readonly text: () => string;
}

/** An exchange that the test can break off. */
function begin(method: string, body: string, more: Record<string, string> = {}): Open {
  let text = "";
  const all = {
    authorization: `Bearer ${TOKEN}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...headers,
    ...more,
  };
  const outgoing = request(served.url, { method, headers: all }, (answer) => {
    answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    answer.on("error", () => undefined);
  });
  outgoing.on("error", () => undefined).end(body);
  return { outgoing, text: () => text };
}

/** Calls, and breaks off once the answer has begun. */
async function callAndLeave(): Promise<string> {
  const call = begin("POST", toCallBody("slow"));
  await until(() => call.text().includes("\n\n"));
  call.outgoing.destroy();
  const id = /^id: (\S+)\nretry: \d+\ndata: \n\n$/u.exec(call.text())?.[1];
  return id ?? expect.fail(`no event to come back to in ${JSON.stringify(call.text())}`);
}

describe("a client whose connection broke off in the middle of a call", () => {
  it("follows the call on another one, and the call is made once", async () => {
    const id = await callAndLeave();
    const back = begin("GET", "", { "last-event-id": id });
    setTimeout(() => release(), 50);
    await until(() => back.text().includes("the end of it"));
    expect(served.runtime.calls).toHaveLength(1);
    expect(served.runtime.aborted).toEqual([]);
  });

  it("gets what was answered meanwhile, and may break off again", async () => {
    const id = await callAndLeave();
    for (let round = 0; round < 2; round += 1) {
      const back = begin("GET", "", { "last-event-id": id });
      await new Promise((resolve) => setTimeout(resolve, 30));
      back.outgoing.destroy();
    }
    release();
    const back = begin("GET", "", { "last-event-id": id });
    await until(() => back.text().includes("the end of it"));
    const replayed = begin("GET", "", { "last-event-id": id });
    await until(() => replayed.text().includes("the end of it"));
    expect(served.runtime.calls).toHaveLength(1);
  });

  it("gets nothing of another session, another credential, or an event that nobody knows", async () => {
    const id = await callAndLeave();
    const lost = await send(served.url, { method: "GET", headers: { ...headers, "last-event-id": `${id}0000` } });
    expect(lost.status).toBe(400);
    const foreign = { ...headers, authorization: `Bearer ${OTHER_TOKEN}`, "last-event-id": id };
    expect((await send(served.url, { method: "GET", headers: foreign })).status).toBe(404);
    const other = String((await send(served.url, { body: INITIALIZE })).headers["mcp-session-id"]);
    const begun = begin("GET", "", { "mcp-session-id": other, "last-event-id": id });
    release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(begun.text()).not.toContain("the end of it");
    begun.outgoing.destroy();
  });

  it("loses the call when it ends its session", async () => {
    await callAndLeave();
    await send(served.url, { method: "DELETE", headers });
    await until(() => served.runtime.aborted.includes("slow"));
  });
});

describe("a call whose client does not come back", () => {
  it.each([
    ["2025-11-25", 50],
    ["2025-06-18", 60_000],
  ])("is ended: %s", async (revision, resumeMs) => {
    release();
    await served.server.close();
    await open(revision, resumeMs);
    const call = begin("POST", toCallBody("slow"));
    await until(() => served.runtime.calls.length === 1);
    if (revision < "2025-11-25") expect(call.text()).toBe("");
    call.outgoing.destroy();
    await until(() => served.runtime.aborted.includes("slow"));
  });
});
