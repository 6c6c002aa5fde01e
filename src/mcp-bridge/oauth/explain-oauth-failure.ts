import { AuthorizationServerMismatchError, IssuerMismatchError } from "@modelcontextprotocol/client";
import { EgressError } from "../../egress/client/to-fetch.ts";
import { SecretError } from "../../secrets/secret-source.ts";
import { UpstreamError } from "../upstream.ts";
import { TokenRefusal } from "./token/token-refusal.ts";

export interface FailedLogin {
  readonly server: string;
  /** Nobody can log in for a machine. @default false */
  readonly isMachine?: boolean | undefined;
}

/**
 * Words for what went wrong with a login. What an authorization server writes is not among them: it may repeat what was
 * sent to it.
 */
export function explainOAuthFailure(error: unknown, { server, isMachine = false }: FailedLogin): UpstreamError {
  if (error instanceof UpstreamError) return error;
  // Before anybody was asked: it names the secret, and says what is missing.
  if (error instanceof SecretError) return new UpstreamError(error.message, error.hint);
  const again = isMachine
    ? "look at its `auth` in the configuration, and at the secrets that it names"
    : `log in again: toolgate servers login ${server}`;
  const { message, hint } = describe(error, again);
  return new UpstreamError(message, hint);
}

/** What a token endpoint answered, as RFC 6749 names it; `null`: something else went wrong. */
export function findOAuthCode(error: unknown): string | null {
  return error instanceof TokenRefusal ? error.code : null;
}

function describe(error: unknown, again: string): { readonly message: string; readonly hint: string } {
  if (error instanceof EgressError) {
    const hint =
      error.kind === "refused" ? "list the address in `[network] private` where it is meant" : "see whether it is up";
    return { message: error.message, hint };
  }
  if (error instanceof IssuerMismatchError || error instanceof AuthorizationServerMismatchError) {
    return { message: "what answered is another authorization server than the one that was asked", hint: again };
  }
  const code = findOAuthCode(error);
  if (code === "invalid_grant") return { message: "its login is over or was taken back", hint: again };
  if (code !== null) return { message: `the authorization server refused (${code})`, hint: again };
  const hint = "see whether it is up, and whether its address is right";
  if (error instanceof TokenRefusal && error.status !== 200) {
    return { message: `the authorization server gave no token, but HTTP ${error.status}`, hint };
  }
  return { message: "the authorization server answered with something else than OAuth", hint };
}
