import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer as createRawServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import type { EgressRequest, EgressRules } from "../../src/egress/egress.ts";

export interface TestServer {
  readonly port: number;
  readonly origin: string;
  /** Connections that were ever opened. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** An HTTP server on a loopback address. */
export function serve(answer: RequestListener, host = "127.0.0.1"): Promise<TestServer> {
  return follow(createServer({ keepAliveTimeout: 60_000 }, answer), host);
}

/** A server that writes bytes as it likes. */
export function serveRaw(answer: (socket: Socket) => void, host = "127.0.0.1"): Promise<TestServer> {
  return follow(
    createRawServer((socket) => {
      socket.on("error", () => undefined);
      // Without a reader it would never see that the other end is gone.
      socket.resume();
      answer(socket);
    }),
    host,
  );
}

/** Answers every request on a connection with these bytes. */
export function serveBytes(bytes: string | Uint8Array, end = false): Promise<TestServer> {
  return serveRaw((socket) => {
    socket.on("data", () => {
      socket.write(bytes);
      if (end) socket.end();
    });
  });
}

async function follow(server: Server, host: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

export function sendText(response: ServerResponse, text: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, headers).end(text);
}

export async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Only public addresses, as without any configuration. */
export const PUBLIC_ONLY: EgressRules = { hosts: null, permitsAddress: () => false };
/** This machine as the operator's list would permit it. */
export const LOOPBACK: EgressRules = {
  hosts: null,
  permitsAddress: (address) => address === "127.0.0.1" || address === "127.0.0.2" || address === "::1",
};

export function toRequest(url: string, changes: Partial<EgressRequest> = {}): EgressRequest {
  return {
    method: "GET",
    url,
    headers: [],
    body: null,
    secretHeaders: [],
    maxRedirects: 5,
    timeoutMs: 10_000,
    maxBodyBytes: 1024 * 1024,
    signal: new AbortController().signal,
    ...changes,
  };
}
