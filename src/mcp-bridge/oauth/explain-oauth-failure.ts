import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
} from "@modelcontextprotocol/client";
import { EgressError } from "../../egress/client/to-fetch.ts";
import { showText } from "../../text/show-text.ts";
import { UpstreamError } from "../upstream.ts";

/**
 * Words for what went wrong with a login. What an authorization server writes is not among them: it may repeat what was
 * sent to it.
 */
export function explainOAuthFailure(error: unknown, server: string): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const { message, hint } = describe(error, server);
  return new UpstreamError(message, hint);
}

/** What a token endpoint answered, as RFC 6749 names it; `null`: something else went wrong. */
export function findOAuthCode(error: unknown): string | null {
  return error instanceof OAuthError && /^[a-z_]{1,40}$/.test(error.code) ? error.code : null;
}

function describe(error: unknown, server: string): { readonly message: string; readonly hint: string } {
  const again = `log in again: toolgate servers login ${server}`;
  if (error instanceof EgressError) {
    const hint =
      error.kind === "refused" ? "list the address in `[network] private` where it is meant" : "see whether it is up";
    return { message: error.message, hint };
  }
  if (error instanceof IssuerMismatchError || error instanceof AuthorizationServerMismatchError) {
    return { message: "what answered is another authorization server than the one that was asked", hint: again };
  }
  if (error instanceof InsecureTokenEndpointError) {
    const message = `tokens would go to ${showText(error.tokenEndpoint, 200)}, which is not \`https\``;
    return { message, hint: "ask whoever runs the server" };
  }
  const code = findOAuthCode(error);
  if (code === "invalid_grant") return { message: "its login is over or was taken back", hint: again };
  if (code !== null) return { message: `the authorization server refused (${code})`, hint: again };
  return { message: "the authorization server answered with something else than OAuth", hint: "see whether it is up" };
}
