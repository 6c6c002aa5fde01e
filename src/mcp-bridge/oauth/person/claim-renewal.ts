import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import { isDead, ownIdentity, renderIdentity } from "../../../storage/process-identity.ts";
import { UpstreamError } from "../../upstream.ts";
import type { CredentialStore } from "../credential-store.ts";
import type { Credentials } from "../credentials.ts";

/** Longer than a token endpoint may take, twice: whoever claimed it before is gone, or failed. */
const CLAIM_MS = 40_000;
const LOOK_EVERY_MS = 100;
/** How long somebody waits for others at most. */
const PATIENCE_MS = 60_000;

export interface RenewalPlace {
  readonly credentials: CredentialStore;
  readonly server: McpServer;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A login that this process alone renews now, or one that another process renewed meanwhile. */
export type ClaimedRenewal =
  | {
      readonly kind: "claimed";
      readonly held: Credentials;
      /** Gives the claim back; `next`: with what came of it. */
      end(next: Credentials["tokens"] | null): Promise<void>;
      /** The login is over. One that somebody made meanwhile stays. */
      forget(): Promise<void>;
    }
  | { readonly kind: "renewed"; readonly held: Credentials }
  | { readonly kind: "gone" };

/**
 * Claims the renewal of a login, or waits for whoever did. A refresh token counts once, and many authorization servers take
 * the whole login back from whoever shows one twice; so of all processes only one may send it.
 *
 * @param before the access token that is to be replaced
 * @throws UpstreamError when others are at it for too long
 */
export async function claimRenewal(place: RenewalPlace, before: string | null): Promise<ClaimedRenewal> {
  const { credentials, server, url, now } = place;
  const own = ownIdentity();
  const id = randomUUID();
  const isFree = ({ renewal = null }: Credentials): boolean =>
    renewal === null || renewal.until <= now() || isDead(renewal.process, own);
  // Counted, for a clock may jump.
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const { held, isChanged } = await credentials.change(server, url, (present) => {
      if (present.tokens.accessToken !== before || !isFree(present)) return null;
      return { ...present, renewal: { id, process: renderIdentity(own), until: now() + CLAIM_MS } };
    });
    if (held === null) return { kind: "gone" };
    if (isChanged) {
      return { kind: "claimed", held, end: (next) => endClaim(place, id, next), forget: () => forget(place, id) };
    }
    if (held.tokens.accessToken !== before) return { kind: "renewed", held };
    await wait(LOOK_EVERY_MS);
  }
  throw new UpstreamError("another process renews its login, and does not end", "try again");
}

/** What another login put there meanwhile stays. */
async function endClaim(
  { credentials, server, url }: RenewalPlace,
  id: string,
  next: Credentials["tokens"] | null,
): Promise<void> {
  await credentials.change(server, url, (present) =>
    present.renewal?.id === id ? { ...present, tokens: next ?? present.tokens, renewal: null } : null,
  );
}

async function forget({ credentials, server, url }: RenewalPlace, id: string): Promise<void> {
  const present = await credentials.read(server, url);
  if (present?.renewal?.id === id) await credentials.remove(server, url);
}
