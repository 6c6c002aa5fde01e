import { chmodSync, lstatSync, renameSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import type { Runtime } from "../../call/runtime.ts";
import { resolveFolders } from "../../config/folders.ts";
import type { Environment } from "../../config/folders.ts";
import type { GatewaySettings } from "./forward/find-obstacle.ts";
import { hashSettings } from "./forward/hash-settings.ts";
import { serveSocket } from "./serve-socket.ts";
import type { OpenWork } from "./serve-socket.ts";
import { toSocketPath } from "./socket-path.ts";

export interface LocalServerOptions {
  /** Whether calls and whole MCP connections are taken over from other processes. @default false */
  readonly takesConnections?: boolean;
  /** What the runtime was opened with. @default the environment of this process */
  readonly env?: Environment;
  /** Told what went wrong outside of any call. @default not told */
  readonly onError?: (error: Error) => void;
  /** How often a gateway without the socket looks whether the one that had it is gone. @default 5 s */
  readonly retryMs?: number;
}

export interface LocalServer {
  /** Where it listens; `null` while another gateway of this workspace does, or when the path is too long. */
  readonly path: string | null;
  /** Takes no more questions, lets calls that run finish for `graceMs`, and drops what is left: those calls end. @default 0 */
  close(graceMs?: number): Promise<void>;
}

/** More at once are turned away at the door, which stops the agent's call. */
const MAX_CONNECTIONS = 256;
const PROBE_MS = 500;

/**
 * Answers this user's own programs over a socket in the data folder, whose permissions are the credential. Of several
 * gateways of one workspace one listens; another takes over when it is gone.
 */
export async function createLocalServer(runtime: Runtime, options: LocalServerOptions = {}): Promise<LocalServer> {
  const { onError = () => undefined, retryMs = 5000 } = options;
  const { dataFolder, workspace } = runtime.config;
  const settings = toSettings(runtime, options);
  const path = toSocketPath(dataFolder, workspace);
  let listening: Listening | null = null;
  let closing: Promise<void> | null = null;
  let trying: Promise<void> = Promise.resolve();
  const attempt = async (): Promise<void> => {
    if (path === null || listening !== null || (await isAnswered(path))) return;
    listening = await listen(path, (socket, work) => {
      void serveSocket(runtime, socket, { settings, work, onError }).catch(onError);
    });
  };
  const retry = (): Promise<void> => (trying = trying.then(attempt).catch((error: unknown) => onError(toError(error))));
  await retry();
  const timer = setInterval(() => void retry(), retryMs).unref();
  return {
    get path() {
      return listening === null ? null : path;
    },
    close: (graceMs = 0) => (closing ??= close(graceMs)),
  };

  async function close(graceMs: number): Promise<void> {
    clearInterval(timer);
    await trying;
    await listening?.close(graceMs);
  }
}

function toSettings(
  { config }: Pick<Runtime, "config">,
  { takesConnections = false, env = process.env }: LocalServerOptions,
): GatewaySettings {
  const { configFile, trust } = config;
  const { userConfigFile } = resolveFolders(env);
  const settings = hashSettings([configFile, userConfigFile]);
  return {
    configFile,
    userConfigFile,
    settings,
    takesConnections,
    trustsAll: env["TOOLGATE_TRUST"] === "1",
    trust: trust.kind,
  };
}

interface Listening {
  close(graceMs: number): Promise<void>;
}

/**
 * Listens under a name of its own and then puts that in the place, closed to others before anybody can see it. Whatever
 * was in the place answered nobody; should somebody have come first, the later one wins and the other keeps its hands off.
 */
async function listen(path: string, onConnection: (socket: Socket, work: OpenWork) => void): Promise<Listening> {
  const draft = `${path.slice(0, -".sock".length)}.${process.pid}`;
  rmSync(draft, { force: true });
  const sockets = new Set<Socket>();
  const work: OpenWork = new Set();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    onConnection(socket, work);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(draft, resolve);
  });
  chmodSync(draft, 0o600);
  const { ino } = lstatSync(draft);
  renameSync(draft, path);
  return {
    async close(graceMs) {
      if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true });
      await closeServer(server, sockets, () => finish(work, graceMs));
    },
  };
}

async function closeServer(server: Server, sockets: ReadonlySet<Socket>, finished: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await finished();
  for (const socket of sockets) socket.destroy();
  await closed;
}

async function finish(work: OpenWork, graceMs: number): Promise<void> {
  if (graceMs === 0) return;
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), graceMs);
  await Promise.race([over, Promise.allSettled([...work].map((end) => end()))]);
  clearTimeout(timer);
}

/** Whether some gateway takes connections there; one that hangs counts, as it may be busy. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PROBE_MS, () => end(true));
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
