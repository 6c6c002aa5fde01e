import { isSafeUrl } from "../config/server/service-url.ts";
import type { EgressFetch } from "../egress/client/to-fetch.ts";
import { TokenRefused } from "./token-verifier.ts";

/** Where an issuer's own metadata says that its keys are. @throws TokenRefused */
export async function discoverKeys(issuer: string, fetch: EgressFetch): Promise<string> {
  const failures: string[] = [];
  for (const place of toPlaces(new URL(issuer))) {
    const response = await fetch(place, { headers: { accept: "application/json" } });
    if (response.status !== 200) {
      failures.push(`${place} answered with HTTP ${response.status}`);
      continue;
    }
    const metadata = await readMembers(response);
    // Whoever could make one issuer's metadata pass for another's could sign for it.
    if (metadata["issuer"] !== issuer) throw refuse(issuer, `${place} is about another issuer`);
    const keys = metadata["jwks_uri"];
    if (typeof keys === "string" && isSafeUrl(keys)) return keys;
    throw refuse(issuer, `${place} names no \`jwks_uri\` with \`https\``);
  }
  throw refuse(issuer, `${failures.join(", ")}; where it publishes no metadata, give its \`jwks_uri\``);
}

/** RFC 8414 puts the path of the issuer behind the well-known one, OpenID Connect before it. */
function toPlaces({ origin, pathname }: URL): readonly string[] {
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

async function readMembers(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    return Object(await response.json()) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

function refuse(issuer: string, why: string): TokenRefused {
  return new TokenRefused("unavailable", `the keys of ${issuer} cannot be found: ${why}`);
}
