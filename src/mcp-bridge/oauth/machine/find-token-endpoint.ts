import { buildDiscoveryUrls } from "@modelcontextprotocol/client";
import type { FetchLike } from "@modelcontextprotocol/client";
import { showText } from "../../../text/show-text.ts";
import { UpstreamError } from "../../upstream.ts";

/** Where an issuer takes requests, and in which ways. */
export interface TokenEndpoint {
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[] | undefined;
}

/**
 * Looks at what an issuer says of itself, and takes only what is needed of it: identity providers leave much out that a page to
 * log in would need. @throws UpstreamError, and what the network throws
 */
export async function findTokenEndpoint(issuer: string, fetch: FetchLike): Promise<TokenEndpoint> {
  for (const { url } of buildDiscoveryUrls(issuer)) {
    const response = await fetch(url, { headers: { accept: "application/json" } });
    if (!response.ok) continue;
    const found = toEndpoint(await response.json().catch(() => null));
    if (found === null) continue;
    if (found.issuer === issuer) return found;
    const message = `${showText(issuer, 200)} says of itself that it is ${showText(found.issuer, 200)}`;
    throw new UpstreamError(message, "correct `idp_issuer`, character by character");
  }
  throw new UpstreamError(`${showText(issuer, 200)} does not say where it gives out grants`, "correct `idp_issuer`");
}

function toEndpoint(value: unknown): TokenEndpoint | null {
  if (typeof value !== "object" || value === null) return null;
  const {
    issuer,
    token_endpoint: endpoint,
    token_endpoint_auth_methods_supported: methods,
  } = value as {
    readonly [key in keyof TokenEndpoint]: unknown;
  };
  if (typeof issuer !== "string" || typeof endpoint !== "string") return null;
  const known = Array.isArray(methods) ? methods.filter((method) => typeof method === "string") : undefined;
  return { issuer, token_endpoint: endpoint, token_endpoint_auth_methods_supported: known };
}
