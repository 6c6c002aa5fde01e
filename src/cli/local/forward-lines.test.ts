import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { Readable, Writable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { forwardLines } from "./forward-lines.ts";

const server = createServer();
let [client, person] = [new PassThrough(), new PassThrough()];
const shown: string[] = [];
/** What it was told of the requests that were under way. */
let failed: readonly string[] = [];
let gateway: Socket;
let after: { readonly input: Readable; readonly output: Writable };

/** A client whose gateway asked `first?` under the id 0, and then went away while the client was about to say something. */
async function lose(begun: string, asked = '{"jsonrpc":"2.0","id":3,"method":"ping"}'): Promise<void> {
  [client, person] = [new PassThrough(), new PassThrough()];
  shown.splice(0);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  [gateway] = (await once(server, "connection")) as [Socket];
  person.on("data", (chunk: Buffer) => shown.push(...chunk.toString("utf8").trim().split("\n")));
  const lost = forwardLines({
    input: client,
    output: person,
    socket,
    onLost: (input, output) => (after = { input, output }),
  });
  gateway.write('{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{"message":"first?"}}\n');
  await expect.poll(() => shown.length).toBe(1);
  client.write(`${asked}\n${begun}`);
  await once(gateway, "data");
  gateway.destroy();
  expect(await lost).toBe("lost");
  failed = shown.splice(1);
  expect(failed).toHaveLength(1);
}
afterEach(() => void server.close());

describe("a client whose gateway went away while it asked something", () => {
  it("is heard to the end by whoever comes after it", async () => {
    await lose('{"jsonrpc":"2.0","id":4,"meth');
    const heard: string[] = [];
    after.input.on("data", (chunk: Buffer) => heard.push(chunk.toString("utf8")));
    client.write('od":"ping"}\n');
    await expect.poll(() => heard).toEqual(['{"jsonrpc":"2.0","id":4,"method":"ping"}\n']);
    client.end();
    await once(after.input, "end");
  });

  it("is told to make a call again only once it knows that the first one had no effect", async () => {
    await lose('{"jsonrpc":"2.0","id":4,"meth');
    expect(failed[0]).toContain("went away; ask again");
    server.close();
    await lose("", '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"pay"}}');
    expect(failed[0]).toMatch(/may have taken effect: .*`toolgate audit list`.*before it is made again/);
  });

  it("answers nothing else by that", async () => {
    await lose("");
    const heard: string[] = [];
    after.input.on("data", (chunk: Buffer) => heard.push(...chunk.toString("utf8").trim().split("\n")));
    after.output.write('{"jsonrpc":"2.0","id":0,"method":"elicitation/create","params":{"message":"second?"}}\n');
    await expect.poll(() => shown.length).toBe(2);
    const { id } = JSON.parse(shown[1] ?? "") as { readonly id: unknown };
    expect(id).not.toBe(0);
    client.write('{"jsonrpc":"2.0","id":0,"result":{"action":"accept"}}\n');
    client.write('{"jsonrpc":"2.0","id":"after-gateway:[","result":{"action":"accept"}}\n');
    client.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: { action: "decline" } })}\n`);
    client.write('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    await expect.poll(() => heard.length).toBe(2);
    expect(heard.map((line) => JSON.parse(line) as unknown)).toEqual([
      { jsonrpc: "2.0", id: 0, result: { action: "decline" } },
      { jsonrpc: "2.0", id: 7, method: "ping" },
    ]);
    after.output.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}\n');
    await expect.poll(() => shown.length).toBe(3);
    expect(JSON.parse(shown[2] ?? "")).toMatchObject({ params: { requestId: id } });
  });
});
