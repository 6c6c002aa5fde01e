import type { EgressClient, EgressResult, EgressRules } from "../egress.ts";

export interface FetchOptions {
  /** Of the body. A longer one fails. */
  readonly maxBodyBytes: number;
  readonly timeoutMs: number;
  /** Only of requests without a body; 0 hands over a redirect as the answer. */
  readonly maxRedirects: number;
  /** What the request to this URL may reach. */
  readonly rulesFor: (url: URL) => EgressRules;
}

/** As much of `fetch` as libraries need that ask for a document. */
export type EgressFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Why a request has no answer: its message names the address and nothing that was sent. */
export class EgressError extends Error {
  readonly kind: Exclude<EgressResult["kind"], "answered"> | "too-large";

  constructor(kind: EgressError["kind"], message: string) {
    super(message);
    this.name = "EgressError";
    this.kind = kind;
  }
}

/** The checked client in the form of `fetch`. Answers come whole. Rejects with `EgressError`. */
export function toFetch(client: Pick<EgressClient, "request">, options: FetchOptions): EgressFetch {
  const { maxBodyBytes, timeoutMs } = options;
  return async (target, init = {}) => {
    const url = new URL(target);
    const { method, headers, body } = await toParts(url, init);
    const request = {
      method,
      url: url.href,
      headers,
      body,
      secretHeaders: [],
      maxRedirects: body === null ? options.maxRedirects : 0,
      timeoutMs,
      maxBodyBytes,
      signal: init.signal ?? new AbortController().signal,
    };
    return toResponse(await client.request(request, options.rulesFor(url)), url, options);
  };
}

interface Parts {
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
}

/** `Request` knows every form that a body may have, and which type each is of. */
async function toParts(url: URL, init: RequestInit): Promise<Parts> {
  // The signal stays with whoever sends it.
  const request = new Request(url, { ...init, signal: null });
  const body = init.body === null || init.body === undefined ? null : new Uint8Array(await request.arrayBuffer());
  return { method: request.method, headers: [...request.headers], body };
}

/** Answers that have no body by their status. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

function toResponse(result: EgressResult, url: URL, { maxBodyBytes, timeoutMs }: FetchOptions): Response {
  const place = `${url.origin}${url.pathname}`;
  switch (result.kind) {
    case "answered": {
      const { status, body, bodyBytes, headers } = result;
      if (bodyBytes > body.length) {
        throw new EgressError("too-large", `the answer of ${place} is longer than ${maxBodyBytes} bytes`);
      }
      return new Response(BODILESS.has(status) ? null : Uint8Array.from(body), { status, headers: toHeaders(headers) });
    }
    case "timeout":
      throw new EgressError("timeout", `${place} did not answer within ${timeoutMs} ms`);
    case "cancelled":
      throw new EgressError("cancelled", `the request to ${place} was ended`);
    case "refused":
    case "failed":
      throw new EgressError(result.kind, `${place} cannot be reached: ${result.reason}`);
  }
}

/** The body is unpacked already, and perhaps of another length. */
function toHeaders(headers: Readonly<Record<string, string>>): Headers {
  const kept = Object.entries(headers).filter(
    ([name]) => !["content-encoding", "content-length", "transfer-encoding"].includes(name),
  );
  return new Headers(kept.map(([name, value]): [string, string] => [name, value]));
}
