import type { EgressClient, EgressRules, EgressStreamRequest } from "../egress.ts";
import { EgressError } from "./to-fetch.ts";
import type { EgressFetch } from "./to-fetch.ts";

export type FetchCaps = Pick<EgressStreamRequest, "headTimeoutMs" | "idleTimeoutMs" | "maxBodyBytes">;

/**
 * The checked client in the form of `fetch`, for libraries that read answers while they come. Redirects are handed over as
 * the answer. Rejects with `EgressError`, or with the signal's reason.
 *
 * @param rules what may be reached: the same for all, or as the URL says
 */
export function createCheckedFetch(
  client: Pick<EgressClient, "stream">,
  rules: EgressRules | ((url: URL) => EgressRules),
  caps: FetchCaps,
): EgressFetch {
  return async (target, init = {}) => {
    const url = new URL(target);
    const signal = init.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    const wanted = { ...(await toParts(url, init)), url: url.href, signal, ...caps };
    const answer = await client.stream(wanted, typeof rules === "function" ? rules(url) : rules);
    const place = `${url.origin}${url.pathname}`;
    switch (answer.kind) {
      case "answered": {
        const { status, body } = answer;
        if (!BODILESS.has(status)) return new Response(body, { status, headers: answer.headers });
        await body.cancel();
        return new Response(null, { status, headers: answer.headers });
      }
      case "timeout":
        throw new EgressError("timeout", `${place} did not answer within ${caps.headTimeoutMs} ms`);
      case "cancelled":
        signal.throwIfAborted();
        throw new EgressError("cancelled", `the request to ${place} was ended`);
      case "refused":
      case "failed":
        throw new EgressError(answer.kind, `${place} cannot be reached: ${answer.reason}`);
    }
  };
}

/** Answers that have no body by their status. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** `Request` knows every form that a body may have, and which type each is of. */
async function toParts(url: URL, init: RequestInit): Promise<Pick<EgressStreamRequest, "method" | "headers" | "body">> {
  // The signal stays with whoever sends it.
  const request = new Request(url, { ...init, signal: null });
  const body = init.body === null || init.body === undefined ? null : new Uint8Array(await request.arrayBuffer());
  return { method: request.method, headers: [...request.headers], body };
}
