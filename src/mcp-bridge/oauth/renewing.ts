import { UpstreamError } from "../upstream.ts";
import type { HeldTokens } from "./credentials.ts";
import { TokenRefusal } from "./token/token-refusal.ts";
import type { TokenSource } from "./token-source.ts";

/** Who is refused right after a renewal was refused with the old token. */
const JUST_RENEWED_MS = 5000;
/** A server that does not take a new token either is not believed that another one would help, for so long. */
const NOT_TAKEN_MS = 60_000;
/** What an authorization server refuses it refuses again: it is asked once in so long, however many calls come. */
const REFUSED_MS = 10_000;

/** Renews tokens once at a time, and not endlessly often. */
export interface Renewing {
  /** Other tokens than these. Rejects with `UpstreamError`. */
  renew(held: HeldTokens | null): Promise<HeldTokens>;
  /** The server took a token, or did not (HTTP 401). */
  readonly noteAnswer: (accessToken: string, isTaken: boolean) => void;
  /** Whether the tokens come of a renewal of this moment: another would give the same. */
  isJustRenewed(held: HeldTokens): boolean;
  /** Whether the tokens are others than those that were refused. @throws UpstreamError when new ones were refused as well */
  isAnother(held: HeldTokens | null): boolean;
}

export function createRenewing(source: TokenSource, server: string, now: () => number): Renewing {
  let running: Promise<HeldTokens> | null = null;
  let renewed: { readonly at: number; readonly token: string } | null = null;
  let refusal: { readonly at: number; readonly error: unknown; readonly before: string | null } | null = null;
  let taken: string | null = null;
  let refused: string | null = null;
  const start = async (held: HeldTokens | null): Promise<HeldTokens> => {
    const before = held?.accessToken ?? null;
    if (refusal !== null && refusal.before === before && now() - refusal.at < REFUSED_MS) throw refusal.error;
    try {
      const tokens = await source.renew(held);
      renewed = { at: now(), token: tokens.accessToken };
      return tokens;
    } catch (error) {
      const { explainOAuthFailure } = await import("./explain-oauth-failure.ts");
      const explained = explainOAuthFailure(error, { server, isMachine: source.isMachine });
      const isFinal = error instanceof TokenRefusal && error.code !== null;
      if (isFinal) refusal = { at: now(), error: explained, before };
      throw explained;
    }
  };
  return {
    renew(held) {
      running ??= start(held).finally(() => (running = null));
      return running;
    },
    noteAnswer(accessToken, isTaken) {
      if (isTaken) taken = accessToken;
      else refused = accessToken;
    },
    isJustRenewed: ({ accessToken }) => renewed?.token === accessToken && now() - renewed.at < JUST_RENEWED_MS,
    isAnother(held) {
      const token = held?.accessToken ?? null;
      if (refused !== null && token !== null && token !== refused) return true;
      if (renewed === null || renewed.token !== token) return false;
      const age = now() - renewed.at;
      if (age < JUST_RENEWED_MS) return true;
      if (age < NOT_TAKEN_MS && taken !== token) {
        throw new UpstreamError("it does not take a new token either (HTTP 401)", "ask whoever runs it");
      }
      return false;
    },
  };
}
