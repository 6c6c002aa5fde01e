import { connect } from "node:net";
import type { HookReply } from "../../hooks/hook-agent.ts";
import { judgeSocket } from "../local/judge-socket.ts";
import type { HookHead } from "../../server/local/hook-wire.ts";

export type Forwarded =
  | { readonly kind: "reply"; readonly reply: HookReply }
  /** No gateway runs. */
  | { readonly kind: "absent" }
  /** There is something, and it must not or does not answer. */
  | { readonly kind: "failed"; readonly message: string };

/** The gateway keeps to the limit by itself; this is for one that hangs. */
const SLACK_MS = 2000;

/** Asks the gateway behind a socket. Its answer is only believed when nobody else could have put the socket there. */
export async function forwardHook(
  socketPath: string,
  head: Omit<HookHead, "bytes">,
  input: Uint8Array,
): Promise<Forwarded> {
  const judged = judgeSocket(socketPath);
  if (judged.kind === "absent") return judged;
  if (judged.kind === "open") return failed(judged.message);
  return ask(socketPath, `${JSON.stringify({ ...head, bytes: input.length })}\n`, input, head.timeLimitMs);
}

function ask(socketPath: string, head: string, input: Uint8Array, timeLimitMs: number): Promise<Forwarded> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ path: socketPath, allowHalfOpen: true });
    const timer = setTimeout(() => end(failed("the gateway did not answer in time")), timeLimitMs + SLACK_MS);
    let connected = false;
    const end = (forwarded: Forwarded): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(forwarded);
    };
    socket.once("connect", () => {
      connected = true;
      // Not ended: the gateway takes that for giving up.
      socket.write(head);
      socket.write(input);
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.once("end", () => end(readReply(Buffer.concat(chunks).toString("utf8"))));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      const isStale = !connected && (error.code === "ECONNREFUSED" || error.code === "ENOENT");
      end(isStale ? { kind: "absent" } : failed(`the gateway hung up: ${error.message}`));
    });
  });
}

function readReply(line: string): Forwarded {
  try {
    const { stdout, stderr, exitCode } = JSON.parse(line) as HookReply;
    if (typeof stdout === "string" && typeof stderr === "string" && (exitCode === 0 || exitCode === 2)) {
      return { kind: "reply", reply: { stdout, stderr, exitCode } };
    }
  } catch {
    // Said below.
  }
  return failed("the gateway gave no answer");
}

function failed(message: string): Forwarded {
  return { kind: "failed", message };
}
