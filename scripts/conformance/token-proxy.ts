import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface TokenProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Stands before a gateway and adds a token to each request, for the suite has no way to send one. Everything else passes as
 * it came, also a foreign host.
 */
export async function createTokenProxy(target: URL, token: string): Promise<TokenProxy> {
  const server = createServer((incoming, outgoing) => {
    const { port } = server.address() as AddressInfo;
    const own = [`127.0.0.1:${port}`, `localhost:${port}`];
    const host = own.includes(incoming.headers.host ?? "") ? target.host : incoming.headers.host;
    const { origin } = incoming.headers;
    const headers = {
      ...incoming.headers,
      host,
      authorization: `Bearer ${token}`,
      ...(origin !== undefined && own.includes(origin.replace("http://", "")) ? { origin: target.origin } : {}),
    };
    const forward = request(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    forward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forward.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
