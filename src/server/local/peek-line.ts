import type { Socket } from "node:net";
import { MAX_HEAD_BYTES } from "./hook-wire.ts";

/** How long a first line may take to arrive. */
const ARRIVAL_MS = 10_000;
const NEWLINE = 0x0a;

/**
 * The first line of a connection, which is left to be read again; the connection is stopped then. `null`: it is too long, or
 * never came.
 */
export function peekLine(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    let held: Buffer = Buffer.alloc(0);
    const end = (line: string | null): void => {
      clearTimeout(timer);
      socket.off("data", take).off("end", onEnd).off("close", onEnd).off("error", onEnd).pause();
      if (line !== null) socket.unshift(held);
      resolve(line);
    };
    const take = (chunk: Buffer): void => {
      held = Buffer.concat([held, chunk]);
      const at = held.indexOf(NEWLINE);
      if (at !== -1 && at < MAX_HEAD_BYTES) end(held.subarray(0, at).toString("utf8"));
      else if (held.length >= MAX_HEAD_BYTES) end(null);
    };
    const onEnd = (): void => end(null);
    const timer = setTimeout(onEnd, ARRIVAL_MS);
    socket.on("data", take).once("end", onEnd).once("close", onEnd).once("error", onEnd);
    // A line before this one may have been looked at.
    socket.resume();
  });
}
