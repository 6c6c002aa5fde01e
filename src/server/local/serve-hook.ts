import type { Socket } from "node:net";
import type { Runtime } from "../../call/runtime.ts";
import { block } from "../../hooks/block.ts";
import type { HookReply } from "../../hooks/hook-agent.ts";
import { MAX_EVENT_BYTES } from "../../hooks/parse-event.ts";
import { answerHook } from "./answer-hook.ts";
import { MAX_HEAD_BYTES } from "./hook-wire.ts";
import type { HookHead } from "./hook-wire.ts";

/** How long a question may take to arrive. */
const ARRIVAL_MS = 10_000;
const NEWLINE = 0x0a;

/** Reads one question, answers it with one line of JSON, and hangs up. A caller that goes away ends its call. */
export async function serveHook(runtime: Runtime, socket: Socket): Promise<void> {
  const gone = new AbortController();
  // Whoever waits keeps its side open: its end, too, says that it is gone.
  for (const event of ["end", "close"]) socket.once(event, () => gone.abort());
  socket.on("error", () => gone.abort());
  const question = await readQuestion(socket);
  const reply =
    typeof question === "string"
      ? block(question)
      : await answerHook(runtime, { ...question.head, input: question.input, signal: gone.signal });
  if (!socket.destroyed) socket.end(`${JSON.stringify(reply satisfies HookReply)}\n`);
}

interface Question {
  readonly head: HookHead;
  readonly input: Uint8Array;
}

/** A text says what is wrong with it. */
function readQuestion(socket: Socket): Promise<Question | string> {
  return new Promise((resolve) => {
    let held: Buffer = Buffer.alloc(0);
    let head: HookHead | null = null;
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => end("the question did not arrive in time"), ARRIVAL_MS);
    const end = (question: Question | string): void => {
      clearTimeout(timer);
      socket.removeListener("data", take);
      // Whatever else arrives is dropped.
      socket.resume();
      resolve(question);
    };
    const take = (chunk: Buffer): void => {
      if (head === null) {
        held = Buffer.concat([held, chunk]);
        const at = held.indexOf(NEWLINE);
        if (at === -1 && held.length < MAX_HEAD_BYTES) return;
        head = at === -1 || at >= MAX_HEAD_BYTES ? null : parseHead(held.subarray(0, at).toString("utf8"));
        if (head === null) {
          end("the question cannot be read");
          return;
        }
        chunk = held.subarray(at + 1);
      }
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > head.bytes) end("the question is longer than it says");
      else if (bytes === head.bytes) end({ head, input: Buffer.concat(chunks) });
    };
    socket.on("data", take);
    socket.once("end", () => end("the question is shorter than it says"));
    socket.once("close", () => end("the question was given up"));
    socket.resume();
  });
}

function parseHead(line: string): HookHead | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { agent, approvals, folder, timeLimitMs, bytes } = value as Partial<Record<keyof HookHead, unknown>>;
  if (typeof agent !== "string" || typeof approvals !== "boolean") return null;
  if (typeof folder !== "string" || !folder.startsWith("/")) return null;
  if (!isCount(timeLimitMs, 3_600_000) || !isCount(bytes, MAX_EVENT_BYTES)) return null;
  return { agent, approvals, folder, timeLimitMs, bytes };
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
}
