import type { Socket } from "node:net";
import type { Runtime } from "../../call/runtime.ts";
import { block } from "../../hooks/block.ts";
import { serveMcpLines } from "../mcp/stdio.ts";
import { findObstacle } from "./forward/find-obstacle.ts";
import type { GatewaySettings } from "./forward/find-obstacle.ts";
import { parseForwardHead } from "./forward/forward-wire.ts";
import type { ForwardHead } from "./forward/forward-wire.ts";
import { serveCall } from "./forward/serve-call.ts";
import { serveServers } from "./forward/serve-servers.ts";
import { peekLine } from "./peek-line.ts";
import { serveHook } from "./serve-hook.ts";

/** What connections are at: each resolves when its calls have been answered, and its connection is over. */
export type OpenWork = Set<() => Promise<void>>;

export interface SocketOptions {
  readonly work: OpenWork;
  /** What those that hand something on are compared with. */
  readonly settings: GatewaySettings;
  readonly onError: (error: Error) => void;
}

/** Serves one connection of this user's own programs: a question of a hook, or what another process hands on. */
export async function serveSocket(runtime: Runtime, socket: Socket, options: SocketOptions): Promise<void> {
  // Whoever goes away while it is answered must not end the gateway.
  socket.on("error", () => undefined);
  const line = await peekLine(socket);
  if (line === null) {
    socket.end(`${JSON.stringify(block("the question cannot be read"))}\n`);
    return;
  }
  const head = parseForwardHead(line);
  if (head === null) {
    open(socket, options.work);
    return serveHook(runtime, socket);
  }
  const greeting = findObstacle(head, options.settings);
  skip(socket, Buffer.byteLength(line) + 1);
  if (!greeting.ok) {
    socket.end(`${JSON.stringify(greeting)}\n`);
    return;
  }
  socket.write(`${JSON.stringify(greeting)}\n`);
  await SERVED[head.speaks](runtime, socket, head, options);
}

type Serve = (runtime: Runtime, socket: Socket, head: ForwardHead, options: SocketOptions) => Promise<void>;

const SERVED: Readonly<Record<ForwardHead["speaks"], Serve>> = {
  mcp: serveMcp,
  call: (runtime, socket, { agent }, { work }) => {
    open(socket, work);
    return serveCall(runtime, socket, agent);
  },
  servers: serveServers,
};

async function serveMcp(...[runtime, socket, { agent }, { work, onError }]: Parameters<Serve>): Promise<void> {
  const connection = await serveMcpLines(runtime, { agent, input: socket, output: socket, onError });
  // A client stays as long as it likes, so this side hangs up once the answers are out.
  open(socket, work, async () => {
    await connection.idle();
    socket.end();
  });
  socket.once("close", () => void connection.close());
  await connection.closed;
  socket.end();
}

/** @param hangUp what ends the connection; not said, that its one question was answered */
function open(socket: Socket, work: OpenWork, hangUp: () => Promise<void> = () => Promise.resolve()): void {
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const end = async (): Promise<void> => {
    await hangUp();
    await closed;
  };
  work.add(end);
  void closed.then(() => work.delete(end));
}

/** Takes the first line out, which was only looked at. */
function skip(socket: Socket, bytes: number): void {
  const held = socket.read() as Buffer | null;
  if (held !== null && held.length > bytes) socket.unshift(held.subarray(bytes));
}
