import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** Connections of one program that wait to be taken. */
const BACKLOG = 1024;

/**
 * Listens on a port of the loopback device that the system chooses, hands every connection on to the socket file, and
 * resolves to the port. What breaks on one side ends the other.
 */
export function openForward(socketFile: string): Promise<number> {
  // A side that has said all may still have to hear the answer.
  const server = createServer({ allowHalfOpen: true }, (inner) => join(inner, socketFile));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port: 0, backlog: BACKLOG }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function join(inner: Socket, socketFile: string): void {
  const outer = connect({ path: socketFile, allowHalfOpen: true });
  const pairs: readonly (readonly [Socket, Socket])[] = [
    [inner, outer],
    [outer, inner],
  ];
  for (const [from, to] of pairs) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    // After an end of both this does nothing; without one, the other side would wait for it for ever.
    from.once("close", () => to.destroy());
  }
}
