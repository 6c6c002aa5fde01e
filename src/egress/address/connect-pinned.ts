import { connect } from "node:net";
import type { Socket } from "node:net";
import { parseIp } from "../../scope/parse-ip.ts";

/** The other end of a connection is not the address that was checked. */
export const WRONG_PEER = "TOOLGATE_WRONG_PEER";
export const CONNECT_TIMEOUT = "TOOLGATE_CONNECT_TIMEOUT";

/**
 * Connects to a checked address and looks once more at where the connection ended, before a byte is sent over it. Rejects
 * with a `code`: the system's, `WRONG_PEER` or `CONNECT_TIMEOUT`. The socket is in `sockets` until it is closed.
 */
export function connectPinned(address: string, port: number, timeoutMs: number, sockets: Set<Socket>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, autoSelectFamily: false, noDelay: true, keepAlive: true });
    sockets.add(socket);
    const timer = setTimeout(() => socket.destroy(withCode(CONNECT_TIMEOUT)), timeoutMs);
    socket.once("error", reject);
    socket.once("close", () => {
      clearTimeout(timer);
      sockets.delete(socket);
      reject(withCode("ECONNRESET"));
    });
    socket.once("connect", () => {
      clearTimeout(timer);
      if (isSame(socket.remoteAddress, address)) resolve(socket);
      else socket.destroy(withCode(WRONG_PEER));
    });
  });
}

export function withCode(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function isSame(remote: string | undefined, address: string): boolean {
  const [seen, wanted] = [parseIp(remote ?? ""), parseIp(address)];
  return seen !== null && seen.version === wanted?.version && seen.value === wanted.value;
}
