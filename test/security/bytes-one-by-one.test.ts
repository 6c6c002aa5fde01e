import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createBodySink } from "../../src/egress/client/body-sink.ts";
import { createBodyStream } from "../../src/egress/client/stream/body-stream.ts";
import { createLineReader } from "../../src/mcp-bridge/connect/transport/line-reader.ts";
import { splitLines } from "../../src/server/mcp/lines/split-lines.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** How many of the first pieces of an endless flow of single bytes are still held. */
async function countHeld(push: (piece: Buffer) => unknown): Promise<number> {
  const first: WeakRef<ArrayBufferLike>[] = [];
  for (let at = 0; at < 2000; at += 1) {
    const piece = Buffer.from(new Uint8Array([65]).buffer);
    if (at < 100) first.push(new WeakRef(piece.buffer));
    push(piece);
  }
  // A reference that was just made holds until the turn is over.
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  return first.filter((one) => one.deref() !== undefined).length;
}

const nothing = (): void => undefined;

describe("bytes that come one by one", () => {
  it.each<[string, () => (piece: Buffer) => unknown]>([
    ["a program without line ends", () => createLineReader(1e6, nothing, nothing)],
    ["a client without line ends", () => splitLines(1e6, { onLine: nothing, onTooLong: nothing })],
    ["the answer to a request", toSink],
  ])("do not stay an object each: %s", async (_name, create) => {
    const push = create();
    expect(await countHeld(push)).toBe(0);
    push(Buffer.from("\n"));
  });

  it("are handed on together where they come faster than they are read", async () => {
    const signal = new AbortController().signal;
    const options = { maxBytes: 1e6, isEvents: false, idleTimeoutMs: null, signal, resume: nothing, abort: nothing };
    const { stream, push, finish } = createBodyStream(options);
    for (let at = 0; at < 2000; at += 1) push(Buffer.from("A"));
    finish();
    const pieces: Uint8Array[] = [];
    for await (const piece of stream) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe("A".repeat(2000));
    expect(pieces.length).toBeLessThan(5);
  });
});

function toSink(): (piece: Buffer) => unknown {
  const sink = createBodySink(1e6, 0);
  return (piece) => sink.take(piece, 1e6);
}
