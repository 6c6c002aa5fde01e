import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createHostResolver } from "../address/resolve-host.ts";
import type { HostLookup } from "../address/resolve-host.ts";
import type { EgressProxy, EgressRules } from "../egress.ts";
import { createAttemptLog } from "./attempt-log.ts";

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

/**
 * Serves a filtering proxy on a socket file in a new folder (0700) inside `folder`, which must exist. An entry of `hosts` lets its host
 * through at ports 80 and 443, or at the port that it names. Rejects when the path would be longer than a socket file's may be.
 */
export async function createEgressProxy(
  rules: ProxyRules,
  folder: string,
  options: EgressProxyOptions = {},
): Promise<EgressProxy> {
  // Read with the first proxy: Node's own server costs a start more than all other modules of the system together.
  const { createProxyServer } = await import("./create-proxy-server.ts");
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
