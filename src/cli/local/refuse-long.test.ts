import { once } from "node:events";
import { createServer, connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forwardLines } from "./forward-lines.ts";

const LIMIT = 1000;
const LONG = "x".repeat(2000);
const ERROR = { code: -32600, message: `the message is longer than ${LIMIT} bytes and was not read` };

let server: ReturnType<typeof createServer>;
let gateway: Socket;
let ended: Promise<unknown>;
let [client, person] = [new PassThrough(), new PassThrough()];
let [toGateway, toClient]: [string[], string[]] = [[], []];
beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  [gateway] = (await once(server, "connection")) as [Socket];
  [client, person, toGateway, toClient] = [new PassThrough(), new PassThrough(), [], []];
  gather(gateway, toGateway);
  gather(person, toClient);
  ended = forwardLines({ input: client, output: person, socket, maxLineBytes: LIMIT, onLost: () => undefined });
});
afterEach(() => {
  gateway.destroy();
  server.close();
});

function gather(from: NodeJS.ReadableStream, lines: string[]): void {
  from.on("data", (chunk: Buffer) => lines.push(...chunk.toString("utf8").trim().split("\n")));
}

const parsed = (lines: readonly string[]): readonly unknown[] => lines.map((line) => JSON.parse(line) as unknown);

describe("a message that is too long to be handed on", () => {
  it.each([
    ["with its id at the end", `{"jsonrpc":"2.0","method":"tools/call","params":{"a":"${LONG}"},"id":7}`, 7],
    ["with its id in front", `{"jsonrpc":"2.0","id":"a:1","method":"tools/call","params":{"a":"${LONG}"}}`, "a:1"],
    [
      "with an id that nobody finds",
      `{"method":"tools/call","id":7,"params":{"a":"${LONG}"},"jsonrpc":"2.0"}`,
      undefined,
    ],
    ["that is no JSON", `{"id":7${LONG}`, undefined],
  ])("is refused to its sender %s, and the next one arrives", async (_what, line, id) => {
    client.write(`${line}\n{"jsonrpc":"2.0","id":8,"method":"ping"}\n`);
    await expect.poll(() => toGateway).toEqual(['{"jsonrpc":"2.0","id":8,"method":"ping"}']);
    expect(parsed(toClient)).toEqual([{ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: ERROR }]);
  });

  it.each([
    ["with its id at the end", `{"result":{"a":"${LONG}"},"jsonrpc":"2.0","id":7}`],
    ["with its id in front", `{"jsonrpc":"2.0","id":7,"result":{"a":"${LONG}"}}`],
  ])("is an error for whoever waits for it as an answer %s", async (_what, line) => {
    client.write('{"jsonrpc":"2.0","id":7,"method":"tools/call"}\n');
    await expect.poll(() => toGateway.length).toBe(1);
    gateway.write(`${line}\n`);
    await expect.poll(() => parsed(toClient)).toEqual([{ jsonrpc: "2.0", id: 7, error: ERROR }]);
    // It was answered once, and is not answered again when the gateway goes away.
    gateway.destroy();
    await ended;
    expect(toClient).toHaveLength(1);
  });

  it("does not answer a question of the client's own when it is an answer", async () => {
    client.write(`{"jsonrpc":"2.0","id":0,"result":{"a":"${LONG}"}}\n`);
    await expect.poll(() => parsed(toGateway)).toEqual([{ jsonrpc: "2.0", id: 0, error: ERROR }]);
    expect(toClient).toEqual([]);
  });
});
