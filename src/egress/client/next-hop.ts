import type { EgressRequest } from "../egress.ts";
import { parseTarget } from "../address/parse-target.ts";
import type { EgressTarget } from "../address/parse-target.ts";
import type { AnswerHeaders } from "./exchange.ts";

/** What is sent at one hop; `headers` and `body` only ever shrink from hop to hop. */
export interface HopRequest {
  readonly target: EgressTarget;
  readonly method: string;
  readonly headers: EgressRequest["headers"];
  readonly body: Uint8Array | null;
}

export type NextHop =
  { readonly kind: "go"; readonly request: HopRequest } | { readonly kind: "refused"; readonly reason: string };

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const SECRET_HEADERS: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);
const BODY_HEADERS: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-language",
  "content-location",
  "content-type",
]);

/** Whether an answer sends the request elsewhere. */
export function isRedirect(status: number, headers: AnswerHeaders): boolean {
  return REDIRECTS.has(status) && headers["location"] !== undefined;
}

/**
 * Where an answer that `isRedirect` sends the request. 301 and 302 turn POST, and 303 everything but HEAD, into GET without a body; otherwise method and
 * body go along, but a body never to another origin. There, secret headers are left behind for good. From https: to http: is refused.
 */
export function findNextHop(
  sent: HopRequest,
  status: number,
  headersOfAnswer: AnswerHeaders,
  secretHeaders: readonly string[],
): NextHop {
  const location = headersOfAnswer["location"];
  if (typeof location !== "string") return refused("the redirect does not name one place");
  const parsed = parseTarget(location, sent.target.url);
  if (!parsed.ok) return refused(`the redirect cannot be followed: ${parsed.reason}`);
  const { url } = parsed.target;
  const from = sent.target.url;
  if (from.protocol === "https:" && url.protocol === "http:") return refused("the redirect leads from https: to http:");
  const isSameOrigin = url.origin === from.origin;
  const becomesGet = status === 303 ? sent.method !== "HEAD" : status < 303 && sent.method === "POST";
  const method = becomesGet ? "GET" : sent.method;
  const body = becomesGet ? null : sent.body;
  if (body !== null && !isSameOrigin) return refused("the redirect would take the body to another origin");
  const secret = new Set(secretHeaders.map((name) => name.toLowerCase()));
  const headers = sent.headers.filter(([name]) => {
    if (body === null && BODY_HEADERS.has(name)) return false;
    return isSameOrigin || !(SECRET_HEADERS.has(name) || secret.has(name));
  });
  return { kind: "go", request: { target: parsed.target, method, headers, body } };
}

function refused(reason: string): NextHop {
  return { kind: "refused", reason };
}
