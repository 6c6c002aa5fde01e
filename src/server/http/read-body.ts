import type { IncomingMessage } from "node:http";
import { createBytePieces } from "../../text/byte-pieces.ts";

/** Read from Node's own stream: going through a web stream costs more than everything else around a call. */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | "too-large" | "broken-off"> {
  return new Promise((resolve) => {
    const body = createBytePieces();
    const finish = (result: Buffer | "too-large" | "broken-off"): void => {
      incoming.off("data", take).off("end", end).off("error", abandon).off("close", abandon);
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      body.push(chunk);
      if (body.bytes > maxBytes) finish("too-large");
    };
    // The last event but `close`, which changes nothing any more.
    const end = (): void => resolve(body.take());
    const abandon = (): void => finish("broken-off");
    incoming.on("data", take).on("end", end).on("error", abandon).on("close", abandon);
  });
}
