import type { IncomingMessage } from "node:http";
import type { Runtime } from "../../call/runtime.ts";
import type { Verified } from "../../identity/token-verifier.ts";
import type { Caller } from "../../model/caller.ts";
import { renderChallenge } from "./render-challenge.ts";
import { errorResponse } from "./error-response.ts";

export type Authenticated =
  | {
      readonly ok: true;
      readonly caller: Caller;
      /** Whether the token still stands for this caller, now. */
      readonly isValid: () => Promise<boolean>;
    }
  | { readonly ok: false; readonly response: Response };

type Failure = Extract<Verified, { ok: false }>;

/** The agent behind the request's bearer token. Nothing else counts as a credential, least of all the address. */
export async function authenticate({ headers }: IncomingMessage, runtime: Runtime): Promise<Authenticated> {
  const { auth } = runtime.config.server;
  const refuse = (status: 401 | 403, message: string, failure?: Omit<Failure, "ok">): Authenticated => {
    const challenge = renderChallenge(auth, headers.host, failure);
    const reason = status === 401 ? "UNAUTHENTICATED" : "FORBIDDEN";
    const response = errorResponse({ status, message, reason, headers: { "www-authenticate": challenge } });
    return { ok: false, response };
  };
  const token = readToken(headers.authorization);
  if (token === null) {
    const maker = auth === null ? "`toolgate tokens` makes one" : "the header `WWW-Authenticate` says where to get one";
    return refuse(401, `expected the header \`Authorization: Bearer <token>\`; ${maker}`);
  }
  const verified = await runtime.control.identify(token);
  if (!verified.ok) {
    if (verified.code === "unavailable") return unavailable(verified.message);
    return refuse(verified.code === "invalid_token" ? 401 : 403, verified.message, verified);
  }
  if (!verified.caller.roles.includes("agent")) {
    const message = "calling tools needs a token with the role `agent`";
    return refuse(403, message, { code: "insufficient_scope", message });
  }
  const { caller } = verified;
  return { ok: true, caller, isValid: () => standsFor(token, caller, runtime) };
}

/** Whatever cannot be told is no. */
async function standsFor(token: string, { tenant, credential }: Caller, { control }: Runtime): Promise<boolean> {
  const verified = await control.identify(token).catch(() => null);
  if (verified?.ok !== true) return false;
  const { caller } = verified;
  return caller.tenant === tenant && caller.credential === credential && caller.roles.includes("agent");
}

/** Length is judged by whoever knows what kind of token it is; Node ends at 16 KiB of headers. */
function readToken(header: string | undefined): string | null {
  return /^bearer +([\w.~+/=-]+)$/iu.exec(header ?? "")?.[1] ?? null;
}

function unavailable(message: string): Authenticated {
  const headers = { "retry-after": "10" };
  return { ok: false, response: errorResponse({ status: 503, message, reason: "ISSUER_UNAVAILABLE", headers }) };
}
