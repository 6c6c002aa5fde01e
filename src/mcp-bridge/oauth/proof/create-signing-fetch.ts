import type { FetchLike } from "@modelcontextprotocol/client";
import { showText } from "../../../text/show-text.ts";
import { UpstreamError } from "../../upstream.ts";
import { parseChallenges } from "../challenge/parse-challenges.ts";
import { readChallenge } from "../challenge/read-challenge.ts";
import type { HeldTokens } from "../credentials.ts";
import { renderProof } from "./proof-key.ts";
import type { ProofNonces } from "./proof-nonces.ts";

/** What has to be known of a login to sign a request with it. */
export interface SigningLogin {
  /** Where the server is: the only place that is signed for. */
  readonly url: string;
  readonly nonces: ProofNonces;
  /** Tokens that were handed out by `token()`; `null`: it is none of those. */
  find(accessToken: string): HeldTokens | null;
  /** The server took the token, or did not (HTTP 401). */
  noteAnswer(accessToken: string, isTaken: boolean): void;
  /** Another token, for these scopes too. Rejects with what to do. */
  widen(accessToken: string, scopes: readonly string[]): Promise<string>;
}

/**
 * Sends requests that carry a token of a login: with a proof where the token is bound to a key, once more where the server
 * wants a nonce in it, and once more with another token where this one is not enough.
 */
export function createSigningFetch(login: SigningLogin, next: FetchLike): FetchLike {
  return async (target, init = {}) => {
    const url = new URL(target);
    const headers = new Headers(init.headers);
    const token = /^Bearer ([\x21-\x7e]+)$/.exec(headers.get("authorization") ?? "")?.[1];
    if (token === undefined || url.origin !== new URL(login.url).origin) return next(target, init);
    const send = (accessToken: string): Promise<Response> => sendWith(login, accessToken, next, url, init);
    const response = await send(token);
    const scopes = findMissing(response, login.url);
    if (scopes === null) return response;
    await response.body?.cancel();
    const wider = await login.widen(token, scopes);
    const second = await send(wider);
    // Whoever wants something else each time is not asked again for the same request.
    if (findMissing(second, login.url) === null) return second;
    await second.body?.cancel();
    throw new UpstreamError(
      `it wants more even of a login for \`${showText(scopes.join(" "), 200)}\``,
      "ask whoever runs it",
    );
  };
}

async function sendWith(
  login: SigningLogin,
  token: string,
  next: FetchLike,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  const key = login.find(token)?.proofKey ?? null;
  const send = async (): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `${key === null ? "Bearer" : "DPoP"} ${token}`);
    if (key !== null) {
      const { method = "GET", body } = init;
      const about = { method, url, nonce: login.nonces.find(url), accessToken: token };
      headers.set("dpop", await renderProof(key, { ...about, body: typeof body === "string" ? body : null }));
    }
    return next(url, { ...init, headers });
  };
  let response = await send();
  if (key !== null && login.nonces.observe(url, response.headers) && wantsNonce(response)) {
    await response.body?.cancel();
    response = await send();
    login.nonces.observe(url, response.headers);
  }
  login.noteAnswer(token, response.status !== 401);
  return response;
}

function wantsNonce({ status, headers }: Response): boolean {
  if (status !== 401) return false;
  const challenges = parseChallenges(headers.get("www-authenticate"));
  return challenges.some(({ scheme, params }) => scheme === "dpop" && params.get("error") === "use_dpop_nonce");
}

/** What a token lacks; `null`: nothing that the server says. */
function findMissing({ status, headers }: Response, serverUrl: string): readonly string[] | null {
  if (status !== 403) return null;
  const { error, scopes } = readChallenge(headers, serverUrl);
  return error === "insufficient_scope" ? scopes : null;
}
