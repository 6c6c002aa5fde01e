import { request } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import type { Runtime } from "../../../../src/call/runtime.ts";
import type { JsonValue } from "../../../../src/model/json.ts";
import { serveMcpLines } from "../../../../src/server/mcp/stdio.ts";
import type { RawWay } from "./raw-client.ts";

/** Lines of JSON to a gateway in this process, as over standard input and output. */
export async function openLines(runtime: Runtime, take: (message: JsonValue) => void): Promise<RawWay> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = await serveMcpLines(runtime, { agent: "lines", input, output });
  createInterface({ input: output }).on("line", (line) => take(JSON.parse(line) as JsonValue));
  return {
    send: (message) => new Promise((resolve) => input.write(`${JSON.stringify(message)}\n`, () => resolve())),
    close: () => served.close(),
  };
}

/** Streamable HTTP in a session, as in the first revision that had it: no header says the revision. */
export function openSession(url: string, token: string, take: (message: JsonValue) => void): Promise<RawWay> {
  let session: string | undefined;
  const open = new Set<ClientRequest>();
  const exchange = (method: string, body: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/json, text/event-stream",
        ...(body === "" ? {} : { "content-type": "application/json" }),
        ...(session === undefined ? {} : { "mcp-session-id": session }),
      };
      const outgoing = request(url, { method, headers }, resolve).on("error", reject);
      open.add(outgoing.on("close", () => open.delete(outgoing)));
      outgoing.end(body);
    });
  return Promise.resolve({
    async send(message) {
      const answer = await exchange("POST", JSON.stringify(message));
      follow(answer, take);
      if (session !== undefined) return;
      session = String(answer.headers["mcp-session-id"]);
      follow(await exchange("GET", ""), take);
    },
    async close() {
      (await exchange("DELETE", "")).resume();
      for (const outgoing of open) outgoing.destroy();
    },
  });
}

function follow(answer: IncomingMessage, take: (message: JsonValue) => void): void {
  const isStream = answer.headers["content-type"]?.startsWith("text/event-stream") === true;
  let rest = "";
  answer.setEncoding("utf8").on("error", () => undefined);
  answer.on("data", (text: string) => {
    const events = `${rest}${text}`.split("\n\n");
    rest = isStream ? (events.pop() ?? "") : `${rest}${text}`;
    if (!isStream) return;
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: {") || line.startsWith("data: ["));
      if (data !== undefined) take(JSON.parse(data.slice(6)) as JsonValue);
    }
  });
  answer.on("end", () => {
    if (!isStream && rest !== "") take(JSON.parse(rest) as JsonValue);
  });
}
