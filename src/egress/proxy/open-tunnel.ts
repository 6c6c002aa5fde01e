import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { toBracketed } from "../address/canonical-address.ts";
import { parseTarget } from "../address/parse-target.ts";
import type { EgressTarget } from "../address/parse-target.ts";
import { showText } from "../../text/show-text.ts";
import { reachTarget } from "./reach-target.ts";
import type { ProxyLine } from "./reach-target.ts";

/**
 * Answers `CONNECT host:port`. What is judged is what is connected to; what then goes through the tunnel, names in TLS
 * included, can reach nothing but that address.
 */
export async function openTunnel(
  line: ProxyLine,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  const target = parseAuthority(request.url ?? "");
  if (target === null) {
    line.attempts.add(showText(request.url ?? ""), 0, false);
    refuse(socket, 400, "expected CONNECT with host:port");
    return;
  }
  const reached = await reachTarget(line, target);
  if (!reached.ok) {
    refuse(socket, reached.status, `${toBracketed(target.host)}:${target.port}: ${reached.reason}`);
    return;
  }
  const outside = reached.socket;
  outside.on("error", () => socket.destroy());
  outside.once("close", () => {
    // What it said last may still be on its way to the program.
    if (outside.readableEnded) socket.end(() => socket.destroy());
    else socket.destroy();
  });
  socket.once("close", () => outside.destroy());
  if (socket.destroyed) {
    outside.destroy();
    return;
  }
  socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  outside.write(head);
  socket.pipe(outside);
  outside.pipe(socket);
}

/** Reads `host:port` in its one spelling only: a short or numeric address could be judged as one thing and meant as another. */
function parseAuthority(text: string): EgressTarget | null {
  if (!/^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):[1-9]\d{0,4}$/.test(text)) return null;
  const parsed = parseTarget(`http://${text}/`);
  if (!parsed.ok) return null;
  const { host, port } = parsed.target;
  const written = text.slice(0, text.lastIndexOf(":")).toLowerCase();
  return port === Number(text.slice(text.lastIndexOf(":") + 1)) && (written === host || written.startsWith("["))
    ? parsed.target
    : null;
}

function refuse(socket: Duplex, status: 400 | 403 | 502, reason: string): void {
  const body = `Toolgate's proxy: ${reason}.\n`;
  const phrase = { 400: "Bad Request", 403: "Forbidden", 502: "Bad Gateway" }[status];
  const headers = `content-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status} ${phrase}\r\n${headers}\r\n\r\n${body}`);
}
