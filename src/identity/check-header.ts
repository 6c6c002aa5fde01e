import type { ProtectedHeaderParameters } from "jose";
import type { TokenIssuer } from "../config/server/server-auth.ts";
import { showText } from "../text/show-text.ts";
import { showClaim } from "./show-claim.ts";
import { TokenRefused } from "./token-verifier.ts";

/** Keys and places of keys that a token brings along: only the issuer's own set says what its keys are. */
const BROUGHT_KEYS: readonly string[] = ["jwk", "jku", "x5u", "x5c"];
const MAX_KEY_ID_CHARACTERS = 1024;

/** What can be told before any key is looked up. @throws TokenRefused */
export function checkHeader(header: ProtectedHeaderParameters, { algorithms, tokenTypes }: TokenIssuer): void {
  // Nobody has checked yet that these are texts.
  const { alg, typ, kid } = header as Readonly<Record<string, unknown>>;
  if (typeof alg !== "string" || /^none$/i.test(alg)) throw refuse("the token is not signed (`alg` is none)");
  if (!algorithms.some((known) => known === alg)) {
    const kind = alg.startsWith("HS") ? ", which is made with a shared key" : "";
    throw refuse(`the token is signed with ${showText(alg)}${kind}; expected ${algorithms.join(", ")}`);
  }
  if (header.crit !== undefined) throw refuse("the token demands extensions (`crit`), and none is known");
  const brought = BROUGHT_KEYS.find((name) => Object.hasOwn(header, name));
  if (brought !== undefined) throw refuse(`the token brings its own key (\`${brought}\`), which never counts`);
  if (kid !== undefined && !(typeof kid === "string" && kid.length <= MAX_KEY_ID_CHARACTERS)) {
    throw refuse(`\`kid\` is no text of at most ${MAX_KEY_ID_CHARACTERS} characters`);
  }
  if (!tokenTypes.includes(toType(typ))) {
    throw refuse(`the type of the token (\`typ\`) is ${showClaim(typ)}; expected ${tokenTypes.join(" or ")}`);
  }
}

/** As RFC 7515 compares types. */
function toType(typ: unknown): string {
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : "";
}

function refuse(message: string): TokenRefused {
  return new TokenRefused("invalid_token", message);
}
