import { isHostname } from "./domain.ts";
import { parseIp } from "./parse-ip.ts";

export interface ParsedUrl {
  /** Lower case, without the colon. */
  readonly scheme: string;
  /** A host name or an address, without brackets. */
  readonly host: string;
  /** From the path on, as written. */
  readonly rest: string;
}

const SHAPE = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+))(?::([0-9]{1,5}))?([/?#].*)?$/;

/**
 * Reads an absolute URL whose host means the same to every program: no user name, no numeric spellings of an address,
 * no percent-encoded host, ASCII only. `null` for anything else.
 */
export function parseUrl(text: string): ParsedUrl | null {
  const match = SHAPE.exec(text);
  if (match === null || !/^[\x21-\x7e]*$/.test(text) || text.includes("\\")) return null;
  const [, scheme = "", literal, name, port, rest = ""] = match;
  const host = literal ?? name ?? "";
  if (port !== undefined && (port.startsWith("0") || Number(port) > 65_535)) return null;
  if (literal !== undefined ? !literal.includes(":") || parseIp(literal) === null : !isHost(host)) return null;
  return isReadAlike(text, host) ? { scheme: scheme.toLowerCase(), host, rest } : null;
}

function isHost(name: string): boolean {
  return isHostname(name) || parseIp(name) !== null;
}

/** The standard parser has the last word: where it sees another host, some client would too. */
function isReadAlike(text: string, host: string): boolean {
  const seen = URL.canParse(text) ? new URL(text).hostname : "";
  if (!seen.startsWith("[")) return seen.toLowerCase() === host.toLowerCase();
  const address = parseIp(seen.slice(1, -1));
  return address !== null && address.value === parseIp(host)?.value;
}
