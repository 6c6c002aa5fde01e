import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Runtime } from "../../call/runtime.ts";
import { createMcpServer } from "./create-mcp-server.ts";
import type { McpServer } from "./create-mcp-server.ts";
import { createHeldCalls } from "./elicit/held-calls.ts";
import { createLineTransport } from "./line-transport.ts";
import { readMetaHints } from "./read-list-hints.ts";
import type { ListenRequest } from "./subscriptions/narrow-listen.ts";
import { subscribeOverLines } from "./subscriptions/subscribe-over-lines.ts";
import { createSubscriptionDesk } from "./subscriptions/subscription-desk.ts";
import type { Subscriber } from "./subscriptions/subscription-desk.ts";
import { toStreamSubscriber } from "./subscriptions/to-stream-subscriber.ts";
import { createTaskSet } from "./task-set.ts";
import { createTasks } from "./tasks/create-tasks.ts";
import { listenOverLines } from "./tasks/listen/listen-lines.ts";
import { toOwner } from "./to-owner.ts";

/** Room in one line for everything around the arguments; what is over the argument limit is refused by the call itself. */
const LINE_SLACK_BYTES = 10 * 1024 * 1024;

export interface McpStdioOptions {
  /** The name under which the local owner's agent calls. */
  readonly agent: string;
  /** @default standard input */
  readonly input?: Readable;
  /** Carries the protocol and nothing else. @default standard output */
  readonly output?: Writable;
  /** Told what went wrong outside of any call. @default not told */
  readonly onError?: (error: Error) => void;
}

export interface McpStdio {
  /** Resolves when the connection is over, its calls have ended and its session is gone. */
  readonly closed: Promise<void>;
  /** Resolves when the calls that run now have been answered. */
  idle(): Promise<void>;
  /** Cancels what runs and waits for `closed`. */
  close(): Promise<void>;
}

/**
 * Serves one MCP client over standard input and output. SIGTERM and SIGINT end the connection, too, and cancel its calls;
 * the caller decides what happens to the process then.
 */
export async function serveMcpStdio(runtime: Runtime, options: McpStdioOptions): Promise<McpStdio> {
  const connection = await serveMcpLines(runtime, options);
  const stop = (): void => void connection.close();
  process.once("SIGTERM", stop).once("SIGINT", stop);
  const closed = connection.closed.finally(() => process.off("SIGTERM", stop).off("SIGINT", stop));
  return { ...connection, closed };
}

/**
 * Serves one MCP client over lines of JSON, in whichever protocol revision it opens with. End of input ends the connection
 * and cancels its calls.
 */
export async function serveMcpLines(runtime: Runtime, options: McpStdioOptions): Promise<McpStdio> {
  const { agent, input = process.stdin, output = process.stdout, onError = () => undefined } = options;
  const caller = await runtime.control.localAgent(agent);
  const session = await runtime.openSession(caller);
  const calls = createTaskSet();
  const held = createHeldCalls();
  const tasks = createTasks(runtime.config.server.tasks);
  const maxLineBytes = runtime.config.limits.maxArgumentBytes + LINE_SLACK_BYTES;
  const { transport, ended } = createLineTransport(input, output, maxLineBytes);
  const desk = createSubscriptionDesk({ runtime, entry: "mcp-stdio", onError });
  const isValid = (): Promise<boolean> => Promise.resolve(true);
  let server: McpServer | null = null;
  const heard = desk.open((uri) => {
    if (server?.transport !== undefined) server.sendResourceUpdated({ uri }).catch(onError);
  });
  const toSubscriber = ({ meta }: ListenRequest): Subscriber => {
    const viewer = { caller, session: session.id, hints: readMetaHints(meta) };
    return toStreamSubscriber({ viewer, meta, isValid }, { runtime, entry: "mcp-stdio", track: calls.add });
  };
  const lines = subscribeOverLines(transport, heard, toSubscriber);
  const connection = serveStdio(
    ({ era }) =>
      (server = createMcpServer({
        runtime,
        entry: "mcp-stdio",
        identify: () => ({ caller, session: session.id, isValid }),
        listChanged: "send",
        listViewer: { caller, session: session.id, hints: {} },
        subscriptions: era === "legacy" ? desk : undefined,
        growingSession: era === "legacy" ? session.id : undefined,
        held,
        tasks: era === "modern" ? tasks : undefined,
        track: calls.add,
        onError,
      })),
    { transport: listenOverLines(lines, toOwner(caller), tasks, onError), onerror: onError },
  );
  const closed = ended.then(async () => {
    held.close();
    await tasks.close(0);
    await calls.settled();
    await runtime.closeSession(session.id);
  });
  return {
    closed,
    async idle() {
      await calls.settled();
      // Answers are written right after their calls have ended.
      await new Promise((resolve) => setImmediate(resolve));
    },
    async close() {
      await connection.close();
      await closed;
    },
  };
}
