import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { MAX_LINE_BYTES } from "../../server/local/forward/forward-wire.ts";
import { splitLines } from "../../server/mcp/lines/split-lines.ts";
import type { LineHandlers } from "../../server/mcp/lines/split-lines.ts";
import { toReplayed, withoutAnswers } from "./after-gateway.ts";
import { readMessageHead } from "./read-message-head.ts";
import { refuseLong } from "./refuse-long.ts";

export interface ForwardLines {
  readonly input: Readable;
  readonly output: Writable;
  /** To a gateway that has taken the connection over. */
  readonly socket: Socket;
  /** Called once when the gateway goes away: what serves the client from then on, on these streams. */
  readonly onLost: (input: Readable, output: Writable) => void;
  /** A longer message is refused in place of being handed on. @default 64 MiB, which is more than any gateway takes */
  readonly maxLineBytes?: number;
}

const NEWLINE = "\n";

/**
 * Hands an MCP connection on to a gateway, line by line. When the gateway goes away, the calls in flight end with an error
 * that says so, and the client goes on elsewhere without noticing: what it opened the connection with is said again.
 * Resolves when the client has hung up, or with `"lost"` when the gateway has.
 */
export function forwardLines({
  input,
  output,
  socket,
  onLost,
  maxLineBytes = MAX_LINE_BYTES,
}: ForwardLines): Promise<"ended" | "lost"> {
  const inFlight = new Map<string | number, string>();
  const opening: { readonly line: string; readonly id: string | number | null }[] = [];
  const { promise, resolve } = Promise.withResolvers<"ended" | "lost">();
  let isEnded = false;

  const toGateway: LineHandlers = {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readMessageHead(line);
      if (method === "initialize" || method === "notifications/initialized") opening.push({ line, id });
      if (id !== null && method !== null) inFlight.set(id, method);
      if (!socket.write(line + NEWLINE)) input.pause();
    },
    onTooLong: (ends) => void refuseLong({ ends, maxBytes: maxLineBytes, back: output, onward: socket }),
  };
  const turn = { to: toGateway };
  const fromClient = splitInTurn(maxLineBytes, turn);
  const fromGateway = splitLines(maxLineBytes, {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readMessageHead(line);
      if (id !== null && method === null) inFlight.delete(id);
      if (!output.write(line + NEWLINE)) socket.pause();
    },
    onTooLong: (ends) => {
      const answered = refuseLong({ ends, maxBytes: maxLineBytes, back: socket, onward: output });
      if (answered !== null) inFlight.delete(answered);
    },
  });
  const resumeSocket = (): void => void socket.resume();
  const onInputEnd = (): void => {
    isEnded = true;
    socket.end();
  };
  const onLostSocket = (): void => {
    input.off("end", onInputEnd);
    output.off("drain", resumeSocket);
    resolve(isEnded ? "ended" : "lost");
    if (isEnded) return;
    for (const [id, method] of inFlight) output.write(`${JSON.stringify(toError(id, method))}${NEWLINE}`);
    const client = { input, output, maxLineBytes, turn };
    onLost(toReplayed(client, opening), withoutAnswers(client, opening));
  };
  input.on("data", fromClient).once("end", onInputEnd);
  output.on("drain", resumeSocket);
  socket
    .on("data", fromGateway)
    .on("drain", () => input.resume())
    .on("error", () => undefined);
  socket.once("close", onLostSocket).once("end", () => socket.destroy());
  socket.resume();
  return promise;
}

function splitInTurn(maxLineBytes: number, turn: { readonly to: LineHandlers }): (chunk: Buffer) => void {
  return splitLines(maxLineBytes, {
    onLine: (bytes) => turn.to.onLine(bytes),
    onTooLong: (ends) => turn.to.onTooLong(ends),
  });
}

function toError(id: string | number, method: string): unknown {
  const what =
    method === "tools/call"
      ? "the call may have taken effect: look at `toolgate audit list` before it is made again"
      : "ask again";
  const message = `the gateway that served this connection went away; ${what}`;
  return { jsonrpc: "2.0", id, error: { code: -32000, message } };
}
