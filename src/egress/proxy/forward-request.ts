import { request as startRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { toBracketed } from "../address/canonical-address.ts";
import { parseTarget } from "../address/parse-target.ts";
import type { EgressTarget } from "../address/parse-target.ts";
import { showText } from "../../text/show-text.ts";
import { keepEndToEnd } from "./end-to-end-headers.ts";
import { reachTarget } from "./reach-target.ts";
import type { ProxyLine } from "./reach-target.ts";

/**
 * Answers a request with an absolute `http:` URL. Each request is read, judged and written anew, and has a connection of its own, so
 * that nothing behind it on the wire can become a request that was not judged.
 */
export async function forwardRequest(
  line: ProxyLine,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on("error", () => response.destroy());
  const target = readTarget(request);
  if (target === null) {
    line.attempts.add(showText(request.headers.host ?? ""), 0, false);
    refuse(response, 400, "expected an absolute http: URL, and the same host in the Host header");
    return;
  }
  const reached = await reachTarget(line, target);
  if (!reached.ok) {
    refuse(response, reached.status, `${toBracketed(target.host)}:${target.port}: ${reached.reason}`);
    return;
  }
  if (response.destroyed) {
    reached.socket.destroy();
    return;
  }
  await relay(request, response, target, reached.socket);
}

function readTarget(request: IncomingMessage): EgressTarget | null {
  const text = request.url ?? "";
  const parsed = /^http:\/\//i.test(text) ? parseTarget(text) : null;
  if (parsed?.ok !== true || ["TRACE", "TRACK"].includes(request.method ?? "")) return null;
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1) return null;
  const named = request.headers.host === undefined ? null : parseTarget(`http://${request.headers.host}/`);
  // A server behind the address may look only at the header.
  if (named !== null && !(named.ok && named.target.url.host === parsed.target.url.host)) return null;
  return parsed.target;
}

async function relay(
  request: IncomingMessage,
  response: ServerResponse,
  { url }: EgressTarget,
  socket: Socket,
): Promise<void> {
  response.once("close", () => socket.destroy());
  const outgoing = startRequest({
    createConnection: () => socket,
    insecureHTTPParser: false,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: ["host", url.host, ...keepEndToEnd(request.rawHeaders), ...toFraming(request)],
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new Error("closed")));
  });
  // A server may answer before it has read everything; whatever else breaks the sending ends `answered` too.
  pipeline(request, outgoing).catch(() => undefined);
  try {
    const answer = await answered;
    response.writeHead(answer.statusCode ?? 502, keepEndToEnd(answer.rawHeaders));
    await pipeline(answer, response);
  } catch {
    if (response.headersSent) response.destroy();
    else refuse(response, 502, "the request failed on its way");
  } finally {
    socket.destroy();
  }
}

/** Of methods that usually have no body, Node.js would otherwise write one behind the head, where it is a request of its own. */
function toFraming({ headers }: IncomingMessage): readonly string[] {
  return headers["transfer-encoding"] === undefined ? [] : ["transfer-encoding", "chunked"];
}

function refuse(response: ServerResponse, status: 400 | 403 | 502, reason: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`Toolgate's proxy: ${reason}.\n`);
}
