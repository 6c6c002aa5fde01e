import { createServer } from "node:http";
import type { Server } from "node:http";
import { forwardRequest } from "./forward-request.ts";
import { openTunnel } from "./open-tunnel.ts";
import type { ProxyLine } from "./reach-target.ts";

const MAX_HEADER_BYTES = 16_384;

/** The server of one proxy, not listening yet. It keeps the sockets of its clients in the line's set while they are open. */
export function createProxyServer(line: ProxyLine): Server {
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
