import type { ServerAuth } from "../../config/server/server-auth.ts";
import type { Verified } from "../../identity/token-verifier.ts";
import { metadataUrl, requiredScopes } from "./resource-metadata.ts";

type Failure = Omit<Extract<Verified, { ok: false }>, "ok">;

/** `WWW-Authenticate` (RFC 6750, RFC 9728). Without a failure no token came, and nothing is said of an error. */
export function renderChallenge(auth: ServerAuth | null, host: string | undefined, failure?: Failure): string {
  const scopes = failure?.scopes ?? (auth === null ? [] : requiredScopes(auth));
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ["resource_metadata", auth === null ? undefined : metadataUrl(auth, host)],
    ["scope", scopes.length === 0 ? undefined : scopes.join(" ")],
    ["error", failure?.code],
    ["error_description", failure?.message],
  ];
  const said = pairs.flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${toQuoted(value)}"`]));
  return ["Bearer", said.join(", ")].join(" ").trimEnd();
}

/** The characters that RFC 6750 lets stand between quotes. */
function toQuoted(text: string): string {
  return text.replace(/["`]/g, "'").replace(/[^ !#-[\]-~]/g, "?");
}
