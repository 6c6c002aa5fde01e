import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { showText } from "../../text/show-text.ts";
import { errorResponse } from "./error-response.ts";

const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", ""]);

/** Which names in a request mean this server. */
export interface OwnSite {
  /** Whether a `Host` header (`name:port`) does. */
  readonly host: (sent: string) => boolean;
  /** Whether an `Origin` header does. */
  readonly origin: (sent: string) => boolean;
}

/**
 * What this server answers to: the loopback names and the configured host, with its own port, and the public URL that an
 * operator gave it. A server on every interface also answers to bare addresses: a page can point a name of its own at us,
 * but not an address.
 */
export function createOwnSite(host: string, port: number, publicUrl: string | null = null): OwnSite {
  const names = ["127.0.0.1", "localhost", "[::1]", host.includes(":") ? `[${host}]` : host];
  const own = new Set(names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
  const isDirect = (sent: string): boolean => {
    const name = sent.toLowerCase();
    return own.has(name) || (WILDCARDS.has(host) && isAddress(name, port));
  };
  const published = publicUrl === null ? null : new URL(publicUrl);
  return {
    host: (sent) => isDirect(sent) || sent.toLowerCase() === published?.host,
    origin: (sent) => (sent.startsWith("http://") && isDirect(sent.slice(7))) || sent === published?.origin,
  };
}

function isAddress(host: string, port: number): boolean {
  const suffix = `:${port}`;
  if (!host.endsWith(suffix)) return false;
  return isIP(host.slice(0, -suffix.length).replace(/^\[(.*)\]$/u, "$1")) !== 0;
}

/**
 * Refuses what a web page could make a browser send: a foreign name in `Host` (DNS rebinding) or a foreign `Origin`.
 * `null` when the request may go on.
 */
export function checkSite({ headers }: Pick<IncomingMessage, "headers">, own: OwnSite): Response | null {
  const { host = "", origin } = headers;
  if (!own.host(host)) {
    const message = `this server does not answer to the host "${showText(host)}"; use the address it printed at start`;
    return errorResponse({ status: 403, message, reason: "FOREIGN_HOST" });
  }
  if (origin !== undefined && !own.origin(origin)) {
    const message = `requests from pages of "${showText(origin)}" are refused; only programs and our own pages may call`;
    return errorResponse({ status: 403, message, reason: "FOREIGN_ORIGIN" });
  }
  return null;
}
