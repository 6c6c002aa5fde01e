import type { IncomingMessage } from "node:http";
import type { Runtime } from "../../call/runtime.ts";
import type { Caller } from "../../model/caller.ts";
import { errorResponse } from "./error-response.ts";

export type Authenticated =
  { readonly ok: true; readonly caller: Caller } | { readonly ok: false; readonly response: Response };

/** The agent behind the request's bearer token. Nothing else counts as a credential, least of all the address. */
export async function authenticate({ headers }: IncomingMessage, runtime: Runtime): Promise<Authenticated> {
  const token = readToken(headers.authorization);
  if (token === null) {
    const message = "expected the header `Authorization: Bearer <token>`; `toolgate tokens` makes one";
    return refused(401, message, "UNAUTHENTICATED", "Bearer");
  }
  const caller = await runtime.control.authenticate(token);
  if (caller === null) {
    const message = "the token is unknown, expired or revoked; `toolgate tokens` makes a new one";
    return refused(401, message, "UNAUTHENTICATED", 'Bearer error="invalid_token"');
  }
  if (!caller.roles.includes("agent")) {
    const message = "calling tools needs a token with the role `agent`";
    return refused(403, message, "FORBIDDEN", 'Bearer error="insufficient_scope"');
  }
  return { ok: true, caller };
}

function readToken(header: string | undefined): string | null {
  return /^bearer +([\w.~+/=-]{1,512})$/iu.exec(header ?? "")?.[1] ?? null;
}

function refused(status: 401 | 403, message: string, reason: string, challenge: string): Authenticated {
  const headers = { "www-authenticate": challenge };
  return { ok: false, response: errorResponse({ status, message, reason, headers }) };
}
