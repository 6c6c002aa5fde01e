import type { FetchLike } from "@modelcontextprotocol/client";
import { isSafeEndpoint } from "../../../config/server/service-url.ts";
import { showText } from "../../../text/show-text.ts";
import { UpstreamError } from "../../upstream.ts";
import { renderProof } from "../proof/proof-key.ts";
import type { ProofKey } from "../proof/proof-key.ts";
import type { ProofNonces } from "../proof/proof-nonces.ts";
import { TokenRefusal } from "./token-refusal.ts";
import { isObject } from "../../../model/json.ts";

/** What a token endpoint is asked. */
export interface TokenForm {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>>;
  /** Says who asks; made anew for each try, because what is signed counts once. */
  readonly authenticate: (headers: Headers, params: URLSearchParams) => void | Promise<void>;
  /** What the tokens are to be bound to; `null`: to nothing. */
  readonly proofKey: ProofKey | null;
}

export interface TokenAsking {
  /** See `createOAuthFetch`. */
  readonly fetch: FetchLike;
  readonly nonces: ProofNonces;
}

/**
 * Asks a token endpoint, once more only where it wants a nonce in the proof. What it writes besides a code is never shown, for
 * it may repeat what was sent. @throws TokenRefusal with the code of its refusal
 */
export async function postForm(form: TokenForm, asking: TokenAsking): Promise<Readonly<Record<string, unknown>>> {
  if (!isSafeEndpoint(form.endpoint)) {
    const message = `tokens would go to ${showText(form.endpoint, 200)}, which is not \`https\``;
    throw new UpstreamError(message, "ask whoever runs the server");
  }
  const first = await send(form, asking);
  const wantsNonce = form.proofKey !== null && first.hasNonce && first.code === "use_dpop_nonce";
  const { body, code, status } = wantsNonce ? await send(form, asking) : first;
  if (body === null || code !== null) throw new TokenRefusal(code, status);
  return body;
}

interface Answer {
  readonly hasNonce: boolean;
  /** `null`: not JSON with keys. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Of a refusal. */
  readonly code: string | null;
  readonly status: number;
}

async function send(form: TokenForm, { fetch, nonces }: TokenAsking): Promise<Answer> {
  const url = new URL(form.endpoint);
  const headers = new Headers({
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  });
  const params = new URLSearchParams(form.params);
  await form.authenticate(headers, params);
  if (form.proofKey !== null) {
    const about = { method: "POST", url, nonce: nonces.find(url), accessToken: null, body: null };
    headers.set("dpop", await renderProof(form.proofKey, about));
  }
  const response = await fetch(url, { method: "POST", headers, body: params.toString() });
  const hasNonce = nonces.observe(url, response.headers);
  const body = toObject(await response.text());
  const error = body?.["error"];
  // Some answer 200 and say in the body that they refuse.
  const code = typeof error === "string" && /^[a-z_]{1,40}$/.test(error) ? error : null;
  return { hasNonce, body: response.ok && error === undefined ? body : null, code, status: response.status };
}

function toObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
