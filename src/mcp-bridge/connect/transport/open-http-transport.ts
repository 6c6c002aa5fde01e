import { SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { FetchLike, SSEClientTransportOptions, Transport } from "@modelcontextprotocol/client";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { classifyAddress } from "../../../egress/address/classify-address.ts";
import { isListedAddress } from "../../../egress/address/is-listed-address.ts";
import { parseTarget } from "../../../egress/address/parse-target.ts";
import type { EgressTarget } from "../../../egress/address/parse-target.ts";
import { createCheckedFetch } from "../../../egress/client/create-checked-fetch.ts";
import type { EgressRules } from "../../../egress/egress.ts";
import { UpstreamError } from "../../upstream.ts";
import type { ResolvedServer } from "../resolve-server.ts";
import type { UpstreamParts } from "../upstream-parts.ts";
import { endWithStream } from "./end-with-stream.ts";
import { paceReconnecting } from "./pace-reconnecting.ts";

const HEAD_TIMEOUT_MS = 24 * 60 * 60_000;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * The way to a server over the network, through the checked client: only to the place that its configuration names, and with
 * its own headers. Nothing is sent yet. @throws UpstreamError for a URL that cannot be reached at all
 */
export function openHttpTransport(
  server: McpServer,
  resolved: ResolvedServer,
  parts: Pick<UpstreamParts, "egress" | "privateAddresses" | "maxResultBytes" | "authFor">,
  kind: "http" | "sse",
): Transport {
  const parsed = parseTarget(resolved.target);
  if (!parsed.ok) {
    throw new UpstreamError(`\`url\`: ${parsed.reason}`, "correct it in the configuration");
  }
  const { target } = parsed;
  const caps = {
    // Calls have their own time, and some servers answer only when a call is over.
    headTimeoutMs: HEAD_TIMEOUT_MS,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    maxBodyBytes: parts.maxResultBytes,
  };
  const auth = parts.authFor?.(server);
  const rules = toServerRules(server, target, parts.privateAddresses);
  const checked = createCheckedFetch(parts.egress, rules, caps);
  const options = {
    fetch: auth === undefined ? checked : auth.sign(checked),
    requestInit: { headers: { ...resolved.headers } },
    ...(auth === undefined ? {} : { authProvider: auth.provider }),
  };
  const { url } = target;
  if (kind === "sse") return openEvents(url, options);
  return new StreamableHTTPClientTransport(url, { ...options, reconnectionScheduler: paceReconnecting() });
}

function openEvents(url: URL, options: SSEClientTransportOptions & { readonly fetch: FetchLike }): Transport {
  let isOver = false;
  const fetch = endWithStream(options.fetch, () => {
    if (isOver) return;
    isOver = true;
    void transport.close();
  });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- servers of 2024 speak nothing else
  const transport = new SSEClientTransport(url, { ...options, fetch });
  return transport;
}

/**
 * Only the origin that is written. Who wrote it into the own configuration meant it where it is on this machine or in its
 * network; a name that stands for a public server must still not lead into this machine.
 */
export function toServerRules(
  { layer }: Pick<McpServer, "layer">,
  { url, host, port, isAddress }: EgressTarget,
  privateAddresses: readonly string[],
): EgressRules {
  const isLocalName = host === "localhost" || host.endsWith(".localhost");
  const isMeant = (address: string): boolean => {
    const kind = classifyAddress(address);
    if (isAddress) return kind !== "metadata";
    return kind === "loopback" ? isLocalName : kind === "private" || kind === "unique-local" || kind === "shared";
  };
  return {
    hosts: [`${host.includes(":") ? `[${host}]` : host}:${port}`],
    permitsAddress: (address) => (layer === "user" && isMeant(address)) || isListedAddress(address, privateAddresses),
    permitsUrl: (asked) => asked.origin === url.origin,
  };
}
