import type { ServerAuth } from "../../../config/server/server-auth.ts";

/** Where browsers reach the page. */
export interface PageBase {
  /** Such as `http://127.0.0.1:4815`. */
  readonly base: string;
  /** Whether whoever is at a client surely reaches this gateway there. */
  readonly forClients: boolean;
}

const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", ""]);
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "::1"]);

/**
 * What is typed and clicked there must not cross a network in the clear: it is this machine, or the published address where
 * that is https. `null`: there is no such address.
 */
export function findPageBase(host: string, port: number, auth: ServerAuth | null): PageBase | null {
  const published = auth?.resource == null ? null : new URL(auth.resource);
  if (published?.protocol === "https:") return { base: published.origin, forClients: true };
  if (LOOPBACK.has(host)) {
    return { base: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, forClients: published === null };
  }
  // Clients may be on other machines, where this address leads elsewhere.
  return WILDCARDS.has(host) ? { base: `http://127.0.0.1:${port}`, forClients: false } : null;
}
