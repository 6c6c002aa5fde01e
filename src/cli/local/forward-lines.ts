import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import type { Readable, Writable } from "node:stream";
import { splitLines } from "../../server/mcp/split-lines.ts";

export interface ForwardLines {
  readonly input: Readable;
  readonly output: Writable;
  /** To a gateway that has taken the connection over. */
  readonly socket: Socket;
  /** Called once when the gateway goes away: what serves the client from then on, on these streams. */
  readonly onLost: (input: Readable, output: Writable) => void;
}

/** As much of one message as the gateway itself takes; a longer one is refused there. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = "\n";

/**
 * Hands an MCP connection on to a gateway, line by line. When the gateway goes away, the calls in flight end with an error
 * that says so, and the client goes on elsewhere without noticing: what it opened the connection with is said again.
 * Resolves when the client has hung up, or with `"lost"` when the gateway has.
 */
export function forwardLines({ input, output, socket, onLost }: ForwardLines): Promise<"ended" | "lost"> {
  const inFlight = new Map<string | number, string>();
  const opening: { readonly line: string; readonly id: string | number | null }[] = [];
  const { promise, resolve } = Promise.withResolvers<"ended" | "lost">();
  let isEnded = false;

  const fromClient = splitLines(MAX_LINE_BYTES, {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readHead(line);
      if (method === "initialize" || method === "notifications/initialized") opening.push({ line, id });
      if (id !== null && method !== null) inFlight.set(id, method);
      if (!socket.write(line + NEWLINE)) input.pause();
    },
    onTooLong: () => undefined,
  });
  const fromGateway = splitLines(MAX_LINE_BYTES, {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readHead(line);
      if (id !== null && method === null) inFlight.delete(id);
      if (!output.write(line + NEWLINE)) socket.pause();
    },
    onTooLong: () => undefined,
  });
  const resumeInput = (): void => void input.resume();
  const resumeSocket = (): void => void socket.resume();
  const onInputEnd = (): void => {
    isEnded = true;
    socket.end();
  };
  const onLostSocket = (): void => {
    input.off("data", fromClient).off("end", onInputEnd);
    output.off("drain", resumeSocket);
    if (isEnded) {
      resolve("ended");
      return;
    }
    for (const [id, method] of inFlight) output.write(`${JSON.stringify(toError(id, method))}${NEWLINE}`);
    onLost(toReplayed(input, opening), withoutAnswers(output, opening));
    resolve("lost");
  };
  input.on("data", fromClient).once("end", onInputEnd);
  output.on("drain", resumeSocket);
  socket
    .on("data", fromGateway)
    .on("drain", resumeInput)
    .on("error", () => undefined);
  socket.once("close", onLostSocket).once("end", () => socket.destroy());
  socket.resume();
  return promise;
}

function toError(id: string | number, method: string): unknown {
  const what = method === "tools/call" ? "; whether the call took effect is in the audit: `toolgate audit list`" : "";
  const message = `the gateway that served this connection went away${what}; ask again`;
  return { jsonrpc: "2.0", id, error: { code: -32000, message } };
}

type Opening = readonly { readonly line: string; readonly id: string | number | null }[];

/**
 * What the client says from now on, after what it has said at the beginning. Answers to what the gateway asked are left out:
 * both count their questions from the same number, and a yes to one must not pass for a yes to another.
 */
function toReplayed(input: Readable, opening: Opening): Readable {
  const replayed = new PassThrough();
  for (const { line } of opening) replayed.write(line + NEWLINE);
  const take = splitLines(MAX_LINE_BYTES, {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readHead(line);
      const isAnswer = id !== null && method === null;
      const own = isAnswer ? fromMarked(id) : null;
      if (isAnswer && own === null) return;
      replayed.write((own === null ? line : withId(line, own)) + NEWLINE);
    },
    onTooLong: () => undefined,
  });
  input.on("data", take).once("end", () => replayed.end());
  return replayed;
}

/** Before the ids of what is asked after the gateway went away. */
const MARK = "after-gateway:";

function toMarked(id: string | number): string {
  return MARK + JSON.stringify(id);
}

function fromMarked(id: string | number): string | number | null {
  if (typeof id !== "string" || !id.startsWith(MARK)) return null;
  try {
    const own: unknown = JSON.parse(id.slice(MARK.length));
    return typeof own === "string" || typeof own === "number" ? own : null;
  } catch {
    return null;
  }
}

/** What is asked, or asked no more, under an id that the gateway cannot have used. */
function withMarks(line: string, id: string | number | null, method: string | null): string {
  if (id !== null && method !== null) return withId(line, toMarked(id));
  if (method !== "notifications/cancelled") return line;
  const { params, ...message } = JSON.parse(line) as { readonly params?: { readonly requestId?: unknown } };
  const { requestId } = params ?? {};
  if (typeof requestId !== "string" && typeof requestId !== "number") return line;
  return JSON.stringify({ ...message, params: { ...params, requestId: toMarked(requestId) } });
}

function withId(line: string, id: string | number): string {
  return JSON.stringify({ ...(JSON.parse(line) as object), id });
}

/** The client has had the answers to what it said at the beginning. */
function withoutAnswers(output: Writable, opening: Opening): Writable {
  const answered = new Set(opening.flatMap(({ id }) => (id === null ? [] : [id])));
  const filtered = new PassThrough();
  const take = splitLines(MAX_LINE_BYTES, {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readHead(line);
      if (id !== null && method === null && answered.delete(id)) return;
      output.write(withMarks(line, id, method) + NEWLINE);
    },
    onTooLong: () => undefined,
  });
  filtered.on("data", take);
  return filtered;
}

function readHead(line: string): { readonly id: string | number | null; readonly method: string | null } {
  try {
    const { id, method } = Object(JSON.parse(line)) as { readonly id?: unknown; readonly method?: unknown };
    return {
      id: typeof id === "string" || typeof id === "number" ? id : null,
      method: typeof method === "string" ? method : null,
    };
  } catch {
    return { id: null, method: null };
  }
}
