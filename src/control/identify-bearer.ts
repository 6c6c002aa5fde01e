import type { ControlPlane } from "../call/runtime.ts";
import type { TokenVerifier, Verified } from "../identity/token-verifier.ts";

/** Who a bearer token stands for. Its form says which of the two judges it; nothing is tried twice. */
export async function identifyBearer(
  token: string,
  authenticate: ControlPlane["authenticate"],
  verifier: TokenVerifier | null,
): Promise<Verified> {
  if (verifier?.isForeign(token) === true) return verifier.verify(token);
  const caller = await authenticate(token);
  if (caller !== null) return { ok: true, caller };
  const message = "the token is unknown, expired or revoked; `toolgate tokens` makes a new one";
  return { ok: false, code: "invalid_token", message };
}
