import type { IncomingMessage } from "node:http";

/** Read from Node's own stream: going through a web stream costs more than everything else around a call. */
export function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | "too-large" | "broken-off"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: Buffer | "too-large" | "broken-off"): void => {
      incoming.off("data", take).off("end", end).off("error", abandon).off("close", abandon);
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) finish("too-large");
      else chunks.push(chunk);
    };
    const end = (): void => finish(Buffer.concat(chunks));
    const abandon = (): void => finish("broken-off");
    incoming.on("data", take).on("end", end).on("error", abandon).on("close", abandon);
  });
}
