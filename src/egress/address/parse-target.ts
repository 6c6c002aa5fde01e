import { isHostname } from "../../scope/domain.ts";
import { toCanonicalAddress } from "./canonical-address.ts";

/** One place on the network, read once; what is judged is what is connected to and sent. */
export interface EgressTarget {
  readonly url: URL;
  /** Lower-case name, or an address in its one spelling, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Whether `host` is an address, which no name resolution will ever look at. */
  readonly isAddress: boolean;
}

export type ParsedTarget =
  { readonly ok: true; readonly target: EgressTarget } | { readonly ok: false; readonly reason: string };

const MAX_URL_CHARACTERS = 8192;

/**
 * Reads an absolute URL, or one relative to `base`. Refused: other schemes, a user name or password, control characters,
 * backslashes (a slash to some programs), more than 8 KiB, hosts that are neither a name nor an address. Reasons name no part of it.
 */
export function parseTarget(text: string, base?: URL): ParsedTarget {
  if (text.length > MAX_URL_CHARACTERS) return refused(`the URL is longer than ${MAX_URL_CHARACTERS} characters`);
  // The standard parser drops tabs and line breaks in silence, so that two readers would see two URLs.
  if (/[\u0000-\u001f\u007f\\]/.test(text)) return refused("the URL has a control character or a backslash in it");
  const url = URL.parse(text, base?.href);
  if (url === null) return refused("the URL cannot be read");
  if (url.protocol !== "http:" && url.protocol !== "https:") return refused("only http: and https: URLs are requested");
  if (url.username !== "" || url.password !== "") return refused("the URL has a user name or password in it");
  if (url.href.length > MAX_URL_CHARACTERS) return refused(`the URL is longer than ${MAX_URL_CHARACTERS} characters`);
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  if (port === 0) return refused("port 0 cannot be connected to");
  const name = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  const address = toCanonicalAddress(name);
  if (address === null && !isHostname(name))
    return refused("the host of the URL is neither a host name nor an address");
  return { ok: true, target: { url, host: address ?? name.toLowerCase(), port, isAddress: address !== null } };
}

function refused(reason: string): ParsedTarget {
  return { ok: false, reason };
}
