import { toBracketed } from "../address/canonical-address.ts";
import { parseTarget } from "../address/parse-target.ts";
import type { EgressTarget } from "../address/parse-target.ts";
import { createHostResolver } from "../address/resolve-host.ts";
import type { HostLookup } from "../address/resolve-host.ts";
import type {
  EgressClient,
  EgressRequest,
  EgressResult,
  EgressRules,
  EgressStream,
  EgressStreamRequest,
} from "../egress.ts";
import { findRequestFault } from "./check-request.ts";
import { createConnectionPools } from "./connection-pools.ts";
import { createDeadline } from "./deadline.ts";
import type { Deadline } from "./deadline.ts";
import type { AnswerHeaders } from "./exchange.ts";
import { findNextHop, isRedirect } from "./next-hop.ts";
import type { HopRequest } from "./next-hop.ts";
import { sendHop } from "./send-hop.ts";
import type { HopEnd, Line } from "./send-hop.ts";
import { openStream } from "./stream/open-stream.ts";
import { ACCEPT_ENCODING } from "./unpack-body.ts";

export interface EgressClientOptions {
  /** Certificates, in PEM, of authorities trusted besides the system's. @default none */
  readonly authorities?: readonly string[] | undefined;
  /** For one connection with its TLS; the request's own time may be less. @default 10000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Finds all addresses of a name. @default the system's resolver */
  readonly lookup?: HostLookup | undefined;
}

/** The one client for HTTP that leaves. Proxies named in the environment are never used, cookies never kept. */
export function createEgressClient(options: EgressClientOptions = {}): EgressClient {
  const pools = createConnectionPools({
    authorities: options.authorities ?? [],
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
  });
  const line: Line = { pools, resolver: createHostResolver(options.lookup) };
  let isClosed = false;
  const request = async (wanted: EgressRequest, rules: EgressRules): Promise<EgressResult> => {
    const fault = isClosed ? "the client was closed" : findRequestFault(wanted);
    if (fault !== null) return { kind: "refused", reason: fault, hops: 0 };
    const parsed = parseTarget(wanted.url);
    if (!parsed.ok) return { kind: "refused", reason: parsed.reason, hops: 0 };
    const deadline = createDeadline(wanted.signal, wanted.timeoutMs);
    try {
      return await follow(line, toFirstHop(wanted, parsed.target), wanted, rules, deadline);
    } finally {
      deadline.close();
    }
  };
  const stream = async (wanted: EgressStreamRequest, rules: EgressRules): Promise<EgressStream> => {
    const { headTimeoutMs: timeoutMs, ...parts } = wanted;
    const fault = findRequestFault({ ...parts, timeoutMs, secretHeaders: [], maxRedirects: 0 });
    if (isClosed || fault !== null) return { kind: "refused", reason: fault ?? "the client was closed" };
    const parsed = parseTarget(wanted.url);
    if (!parsed.ok) return { kind: "refused", reason: parsed.reason };
    if (rules.permitsUrl?.(parsed.target.url, parsed.target.url) === false) {
      return { kind: "refused", reason: OUTSIDE };
    }
    const { headers, ...first } = toFirstHop(wanted, parsed.target);
    // What is packed would have to be read whole.
    const unpacked = headers.map(([name, value]) => [name, name === "accept-encoding" ? "identity" : value] as const);
    return openStream(line, { ...first, headers: unpacked }, wanted, rules);
  };
  const close = (): Promise<void> => {
    isClosed = true;
    return pools.close();
  };
  return { request, stream, close };
}

const OUTSIDE = "this request may not go there";

/** Servers may refuse who does not say who asks. */
const USUAL_HEADERS: EgressRequest["headers"] = [
  ["accept-encoding", ACCEPT_ENCODING],
  ["user-agent", "toolgate"],
];

function toFirstHop(
  { method, headers, body }: Pick<EgressRequest, "method" | "headers" | "body">,
  target: EgressTarget,
): HopRequest {
  const added = USUAL_HEADERS.filter(([usual]) => !headers.some(([name]) => name === usual));
  return { target, method, body, headers: [...headers, ...added] };
}

/** Hop by hop, each judged like the first. */
async function follow(
  line: Line,
  first: HopRequest,
  wanted: EgressRequest,
  rules: EgressRules,
  deadline: Deadline,
): Promise<EgressResult> {
  const { maxRedirects, maxBodyBytes, secretHeaders } = wanted;
  const leads = (status: number, headers: AnswerHeaders): boolean => maxRedirects > 0 && isRedirect(status, headers);
  const seen = new Set<string>();
  let sent = first;
  for (let hops = 0; ; hops++) {
    if (rules.permitsUrl?.(sent.target.url, first.target.url) === false) {
      if (hops === 0) return stop("refused", OUTSIDE, sent, hops);
      return { ...stop("refused", "the redirect leads where this request may not go", sent, hops), isRedirect: true };
    }
    seen.add(`${sent.method} ${sent.target.url.href}`);
    const end = await sendHop(
      line,
      { request: sent, maxBodyBytes, deadline, wantsBody: (...is) => !leads(...is) },
      rules,
    );
    if (end.kind === "ended") return { kind: deadline.ended() ?? "cancelled", hops };
    if (end.kind !== "answered") return stop(end.kind, end.reason, sent, hops);
    if (!leads(end.status, end.headers)) return toResult(end, sent, hops);
    const next = findNextHop(sent, end.status, end.headers, secretHeaders);
    if (next.kind === "refused") return { ...stop("refused", next.reason, sent, hops), isRedirect: true };
    if (hops >= maxRedirects) return stop("failed", `there are more than ${maxRedirects} redirects`, sent, hops);
    if (seen.has(`${next.request.method} ${next.request.target.url.href}`)) {
      return stop("failed", "the redirects go round in a circle", sent, hops);
    }
    sent = next.request;
  }
}

type Stopped = Extract<EgressResult, { kind: "refused" | "failed" }>;

function stop(kind: Stopped["kind"], reason: string, { target }: HopRequest, hops: number): Stopped {
  const at = hops === 0 ? "" : `after ${hops} ${hops === 1 ? "redirect" : "redirects"}: `;
  return { kind, reason: `${at}${toBracketed(target.host)}:${target.port}: ${reason}`, hops };
}

function toResult(end: Extract<HopEnd, { kind: "answered" }>, { target }: HopRequest, hops: number): EgressResult {
  const { body, bodyBytes, bodyHash, complete } = end.body;
  const named = Object.entries(end.headers).map(([name, value]) => [
    name.toLowerCase(),
    [value ?? []].flat().join(", "),
  ]);
  const url = `${target.url.origin}${target.url.pathname}${target.url.search}`;
  const headers = Object.fromEntries(named) as Record<string, string>;
  return {
    kind: "answered",
    status: end.status,
    headers,
    body,
    bodyBytes,
    bodyHash,
    bodyComplete: complete,
    url,
    hops,
  };
}
