import type { Socket } from "node:net";
import { connect as startTls, getCACertificates } from "node:tls";
import type { Pool } from "undici";
import { connectPinned, CONNECT_TIMEOUT, withCode } from "../address/connect-pinned.ts";
import type { EgressTarget } from "../address/parse-target.ts";

/** Open connections, each to one checked address under one origin: a request reaches only the address that was judged for it. */
export interface ConnectionPools {
  readonly at: (target: EgressTarget, address: string) => Promise<Pool>;
  /** Ends every connection, also those that are being opened. */
  readonly close: () => Promise<void>;
}

export interface PoolSettings {
  /** Certificates, in PEM, of authorities trusted besides the system's. */
  readonly authorities: readonly string[];
  readonly connectTimeoutMs: number;
}

const KEPT_POOLS = 64;
const MAX_HEADER_BYTES = 32_768;
const KEEP_ALIVE_MS = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000 };

export function createConnectionPools(settings: PoolSettings): ConnectionPools {
  const pools = new Map<string, Pool>();
  const sockets = new Set<Socket>();
  const closing = new Set<Promise<void>>();
  const evictOldest = (): void => {
    const [oldest] = pools;
    if (oldest === undefined) return;
    pools.delete(oldest[0]);
    // Requests that are under way there end first.
    const closed: Promise<void> = oldest[1].close().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  const at = async (target: EgressTarget, address: string): Promise<Pool> => {
    // Read with the first request: a large library that many gateways never need.
    const undici = await import("undici");
    const key = `${target.url.origin} ${address}`;
    const pool = pools.get(key) ?? openPool(undici, target, address, settings, sockets);
    pools.delete(key);
    pools.set(key, pool);
    if (pools.size > KEPT_POOLS) evictOldest();
    return pool;
  };
  const close = async (): Promise<void> => {
    const ended = [...pools.values()].map((pool) => pool.destroy());
    pools.clear();
    const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    for (const socket of sockets) socket.destroy();
    await Promise.all([...ended, ...closed, ...closing]);
  };
  return { at, close };
}

function openPool(
  undici: { readonly Pool: typeof Pool },
  target: EgressTarget,
  address: string,
  settings: PoolSettings,
  sockets: Set<Socket>,
): Pool {
  return new undici.Pool(target.url.origin, {
    ...KEEP_ALIVE_MS,
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    // One deadline covers all of a request.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_, callback) => {
      openConnection(target, address, settings, sockets).then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : withCode("ECONNRESET"), null),
      );
    },
  });
}

async function openConnection(
  target: EgressTarget,
  address: string,
  settings: PoolSettings,
  sockets: Set<Socket>,
): Promise<Socket> {
  const socket = await connectPinned(address, target.port, settings.connectTimeoutMs, sockets);
  return target.url.protocol === "https:" ? encrypt(socket, target, settings) : socket;
}

function encrypt(socket: Socket, target: EgressTarget, settings: PoolSettings): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const encrypted = startTls({
      socket,
      host: target.host,
      ...(target.isAddress ? {} : { servername: target.host }),
      ...(settings.authorities.length === 0 ? {} : { ca: [...getCACertificates("default"), ...settings.authorities] }),
      ALPNProtocols: ["http/1.1"],
      // Stated, so that no variable of the environment switches it off.
      rejectUnauthorized: true,
    });
    const timer = setTimeout(() => encrypted.destroy(withCode(CONNECT_TIMEOUT)), settings.connectTimeoutMs);
    encrypted.once("error", reject);
    encrypted.once("close", () => {
      clearTimeout(timer);
      socket.destroy();
      reject(withCode("ECONNRESET"));
    });
    encrypted.once("secureConnect", () => {
      clearTimeout(timer);
      resolve(encrypted);
    });
  });
}
