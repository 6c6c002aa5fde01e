import { UpstreamError } from "../../upstream.ts";
import { isObject } from "../../../model/json.ts";

const JWT = /^[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]*$/;
const MAX_CHARACTERS = 64 * 1024;

/**
 * A signed token that is sent as it is: has to be one, and not over. Who signed it is for the other side to judge.
 *
 * @param what how people know it
 * @param now milliseconds since 1970
 * @throws UpstreamError that shows nothing of it
 */
export function expectJwt(text: string, what: string, now: number): string {
  const token = text.trim();
  const payload = token.length > MAX_CHARACTERS ? undefined : JWT.exec(token)?.[1];
  const exp = payload === undefined ? undefined : readExpiry(payload);
  if (exp === undefined) throw new UpstreamError(`its \`${what}\` is no JWT`, "see where it comes from");
  if (exp !== null && exp * 1000 <= now) {
    throw new UpstreamError(`its \`${what}\` ran out at ${new Date(exp * 1000).toISOString()}`, "put a new one there");
  }
  return token;
}

/** In seconds; `null`: it has none. `undefined`: this is no payload. */
function readExpiry(payload: string): number | null | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    if (!isObject(claims)) return undefined;
    const { exp } = claims;
    if (exp === undefined) return null;
    return typeof exp === "number" && Math.abs(exp) < 1e11 ? exp : undefined;
  } catch {
    return undefined;
  }
}
