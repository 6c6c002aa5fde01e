import type { ServerAuth } from "../../config/server/server-auth.ts";
import { errorResponse } from "./error-response.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Where clients look for the metadata (RFC 9728): behind the well-known path, with the path of the resource or without. */
export function metadataPaths(auth: ServerAuth | null): readonly string[] {
  const published = auth?.resource == null ? [] : [`${WELL_KNOWN}${toPath(new URL(auth.resource))}`];
  return [...new Set([WELL_KNOWN, `${WELL_KNOWN}/mcp`, ...published])];
}

/** Who gives out tokens for this server. Nobody needs one to read that. */
export function resourceMetadata(auth: ServerAuth | null, host: string | undefined): Response {
  if (auth === null) {
    const message = "no identity provider is configured here; `toolgate tokens` makes tokens";
    return errorResponse({ status: 404, message, reason: "NOT_FOUND" });
  }
  const scopes = requiredScopes(auth);
  return Response.json({
    resource: toResource(auth, host),
    authorization_servers: auth.issuers.map(({ issuer }) => issuer),
    bearer_methods_supported: ["header"],
    ...(scopes.length === 0 ? {} : { scopes_supported: scopes }),
    resource_name: "Toolgate",
  });
}

/** Where a client that has no token is sent to look. @param host a checked `Host` header */
export function metadataUrl(auth: ServerAuth, host: string | undefined): string {
  const resource = new URL(toResource(auth, host));
  return `${resource.origin}${WELL_KNOWN}${toPath(resource)}`;
}

/** What a client should ask for; where issuers want different ones, all of them. */
export function requiredScopes({ issuers }: ServerAuth): readonly string[] {
  return [...new Set(issuers.flatMap(({ scopes }) => scopes))];
}

function toResource({ resource }: ServerAuth, host: string | undefined): string {
  return resource ?? `http://${host ?? ""}/mcp`;
}

function toPath({ pathname }: URL): string {
  return pathname === "/" ? "" : pathname;
}
