import { isSafeEndpoint } from "../../../config/server/service-url.ts";
import { parseChallenges } from "./parse-challenges.ts";
import { toScopes } from "./scopes.ts";

/** What a server asks for when it refuses a request, as far as it can be believed. */
export interface ServerChallenge {
  /** `insufficient_scope` and the like; `null`: not said. */
  readonly error: string | null;
  readonly scopes: readonly string[];
  /** Where it says who gives out its tokens; `null`: where everybody does. */
  readonly resourceMetadata: URL | null;
  /** Whether it takes tokens that are bound to a key. */
  readonly wantsProof: boolean;
}

/** @param serverUrl the server that answered: what it names beside itself has to be `https` */
export function readChallenge(headers: Headers, serverUrl: string): ServerChallenge {
  const all = parseChallenges(headers.get("www-authenticate")).filter(({ scheme }) => KNOWN.has(scheme));
  const find = (name: string): string | undefined =>
    all.map(({ params }) => params.get(name)).find((value) => value !== undefined);
  const error = find("error") ?? "";
  return {
    error: /^[a-z_]{1,40}$/.test(error) ? error : null,
    scopes: toScopes(find("scope")),
    resourceMetadata: toMetadataUrl(find("resource_metadata"), serverUrl),
    wantsProof: all.some(({ scheme }) => scheme === "dpop"),
  };
}

const KNOWN: ReadonlySet<string> = new Set(["bearer", "dpop"]);

function toMetadataUrl(text: string | undefined, serverUrl: string): URL | null {
  if (text === undefined || text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isOwn = url.origin === new URL(serverUrl).origin && url.username === "" && url.password === "";
  return isOwn || isSafeEndpoint(text) ? url : null;
}
