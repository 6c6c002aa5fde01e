import type { Socket } from "node:net";
import type { Runtime } from "../../call/runtime.ts";
import { block } from "../../hooks/block.ts";
import type { Config } from "../../config/config.ts";
import { resolveFolders } from "../../config/folders.ts";
import { SERVER_INFO } from "../mcp/server-info.ts";
import { serveMcpLines } from "../mcp/stdio.ts";
import { parseForwardHead } from "./forward-wire.ts";
import type { ForwardGreeting, ForwardHead } from "./forward-wire.ts";
import { peekLine } from "./peek-line.ts";
import { serveHook } from "./serve-hook.ts";

export interface SocketOptions {
  /** Whether this process stays when its own client goes: only then may others rely on it. */
  readonly takesConnections: boolean;
  readonly onError: (error: Error) => void;
}

/** Serves one connection of this user's own programs: a question of a hook, or a whole MCP client. */
export async function serveSocket(runtime: Runtime, socket: Socket, options: SocketOptions): Promise<void> {
  // Whoever goes away while it is answered must not end the gateway.
  socket.on("error", () => undefined);
  const line = await peekLine(socket);
  if (line === null) {
    socket.end(`${JSON.stringify(block("the question cannot be read"))}\n`);
    return;
  }
  const head = parseForwardHead(line);
  if (head === null) return serveHook(runtime, socket);
  const reason = findObstacle(head, runtime.config, options);
  const greeting: ForwardGreeting = { ok: reason === null, reason };
  skip(socket, Buffer.byteLength(line) + 1);
  if (reason !== null) {
    socket.end(`${JSON.stringify(greeting)}\n`);
    return;
  }
  socket.write(`${JSON.stringify(greeting)}\n`);
  const { agent } = head;
  const connection = await serveMcpLines(runtime, { agent, input: socket, output: socket, onError: options.onError });
  socket.once("close", () => void connection.close());
  await connection.closed;
  socket.end();
}

function findObstacle(
  { version, configFile, userConfigFile }: ForwardHead,
  config: Pick<Config, "configFile">,
  { takesConnections }: SocketOptions,
): string | null {
  if (!takesConnections) return "the process that answers serves one client of its own";
  if (version !== SERVER_INFO.version) return `the gateway is version ${SERVER_INFO.version}, this is ${version}`;
  // Whoever names a configuration of its own is not to be judged by another one.
  const isSame = configFile === config.configFile && userConfigFile === resolveFolders(process.env).userConfigFile;
  return isSame ? null : "the gateway runs with another configuration";
}

/** Takes the first line out, which was only looked at. */
function skip(socket: Socket, bytes: number): void {
  const held = socket.read() as Buffer | null;
  if (held !== null && held.length > bytes) socket.unshift(held.subarray(bytes));
}
