import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createHostResolver } from "../address/resolve-host.ts";
import type { HostLookup } from "../address/resolve-host.ts";
import type { EgressProxy, EgressRules } from "../egress.ts";
import { createAttemptLog } from "./attempt-log.ts";
import { forwardRequest } from "./forward-request.ts";
import { openTunnel } from "./open-tunnel.ts";
import type { ProxyLine } from "./reach-target.ts";

/** An open list would make it a way around the sandbox that it is there for. */
export type ProxyRules = EgressRules & { readonly hosts: readonly string[] };

export interface EgressProxyOptions {
  /** Connections of programs at one time; more are dropped. @default 128 */
  readonly maxConnections?: number | undefined;
  /** Without a byte in either direction. @default 300000 */
  readonly idleMs?: number | undefined;
  /** Finds all addresses of a name. @default the system's resolver */
  readonly lookup?: HostLookup | undefined;
}

/** What the system leaves for the path of a socket file, in bytes. */
const MAX_SOCKET_PATH = 107;
const MAX_HEADER_BYTES = 16_384;

/**
 * Serves a filtering proxy on a socket file in a new folder (0700) inside `folder`, which must exist. An entry of `hosts` lets its host
 * through at ports 80 and 443, or at the port that it names. Rejects when the path would be longer than a socket file's may be.
 */
export async function createEgressProxy(
  rules: ProxyRules,
  folder: string,
  options: EgressProxyOptions = {},
): Promise<EgressProxy> {
  const own = await mkdtemp(join(folder, "e-"));
  const socketFile = join(own, "s");
  const sockets = new Set<Socket>();
  const attempts = createAttemptLog();
  const resolver = createHostResolver(options.lookup);
  const idleMs = options.idleMs ?? 300_000;
  const server = createProxyServer({ rules, resolver, attempts, sockets, idleMs });
  server.maxConnections = options.maxConnections ?? 128;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    await rm(own, { recursive: true, force: true });
  };
  try {
    await listen(server, socketFile);
    await chmod(socketFile, 0o600);
  } catch (error) {
    await close();
    throw error;
  }
  return { socketFile, attempts: attempts.list, close };
}

function createProxyServer(line: ProxyLine): Server {
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 30_000,
    requestTimeout: 0,
    keepAliveTimeout: 30_000,
  });
  server.setTimeout(line.idleMs);
  server.on("connection", (socket) => {
    line.sockets.add(socket);
    socket.once("close", () => line.sockets.delete(socket));
  });
  server.on("request", (request, response) => {
    forwardRequest(line, request, response).catch(() => response.destroy());
  });
  server.on("connect", (request, socket, head) => {
    openTunnel(line, request, socket, head).catch(() => socket.destroy());
  });
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    else socket.destroy();
  });
  return server;
}

function listen(server: Server, socketFile: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.byteLength(socketFile);
    if (bytes > MAX_SOCKET_PATH) {
      reject(
        new Error(`expected a folder for a socket file of at most ${MAX_SOCKET_PATH} bytes, got a path of ${bytes}`),
      );
      return;
    }
    server.once("error", reject);
    server.listen(socketFile, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
