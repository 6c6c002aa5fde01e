import { PassThrough } from "node:stream";
import type { Readable, Writable } from "node:stream";
import { splitLines } from "../../server/mcp/lines/split-lines.ts";
import type { LineHandlers } from "../../server/mcp/lines/split-lines.ts";
import { readMessageHead } from "./read-message-head.ts";
import { refuseLong } from "./refuse-long.ts";

/** The client's own streams. */
export interface ClientStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxLineBytes: number;
  /** What the client says goes there. A line that it had begun goes on to whoever comes next. */
  readonly turn: { to: LineHandlers };
}

/** What the client said to open the connection. */
export type Opening = readonly { readonly line: string; readonly id: string | number | null }[];

/**
 * What the client says from now on, after what it has said at the beginning. Answers to what the gateway asked are left out:
 * both count their questions from the same number, and a yes to one must not pass for a yes to another.
 */
export function toReplayed({ input, output, maxLineBytes, turn }: ClientStreams, opening: Opening): Readable {
  const replayed = new PassThrough();
  for (const { line } of opening) replayed.write(line + "\n");
  turn.to = {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readMessageHead(line);
      const isAnswer = id !== null && method === null;
      const own = isAnswer ? fromMarked(id) : null;
      if (isAnswer && own === null) return;
      replayed.write((own === null ? line : withId(line, own)) + "\n");
    },
    onTooLong: (ends) => void refuseLong({ ends, maxBytes: maxLineBytes, back: output, onward: replayed }, fromMarked),
  };
  // It may wait for a gateway that took nothing any more.
  input.once("end", () => replayed.end()).resume();
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
export function withoutAnswers(
  { output, maxLineBytes }: Pick<ClientStreams, "output" | "maxLineBytes">,
  opening: Opening,
): Writable {
  const answered = new Set(opening.flatMap(({ id }) => (id === null ? [] : [id])));
  const filtered = new PassThrough();
  const take = splitLines(maxLineBytes, {
    onLine: (bytes) => {
      const line = bytes.toString("utf8");
      const { id, method } = readMessageHead(line);
      if (id !== null && method === null && answered.delete(id)) return;
      output.write(withMarks(line, id, method) + "\n");
    },
    onTooLong: (ends) =>
      void refuseLong({ ends, maxBytes: maxLineBytes, back: new PassThrough().resume(), onward: output }),
  });
  filtered.on("data", take);
  return filtered;
}
