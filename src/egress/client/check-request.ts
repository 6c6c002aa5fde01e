import { showText } from "../../text/show-text.ts";
import type { EgressRequest } from "../egress.ts";

const MAX_HEADER_CHARACTERS = 65_536;

/** Set by the client itself, or about this one connection; from outside they could make one request be read as two. */
const OWN_HEADERS: readonly string[] = [
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Why a request cannot be sent as it is written, or `null`. Names headers, never their values. */
export function findRequestFault(request: EgressRequest): string | null {
  const { method, headers, maxRedirects, timeoutMs, maxBodyBytes } = request;
  if (!/^[A-Z]{1,20}$/.test(method)) return `expected a method in capital letters, got ${showText(method, 20)}`;
  if (["CONNECT", "TRACE", "TRACK"].includes(method)) return `the method ${method} is not sent`;
  for (const limit of [maxRedirects, timeoutMs, maxBodyBytes]) {
    if (!Number.isFinite(limit) || limit < 0) return "expected redirects, time and bytes to be numbers from 0";
  }
  if (headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_HEADER_CHARACTERS) {
    return `the headers are longer than ${MAX_HEADER_CHARACTERS} characters`;
  }
  for (const [name, value] of headers) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) return `${showText(name)} is not a lower-case name of a header`;
    if (OWN_HEADERS.includes(name)) return `the header ${name} is set by the client itself`;
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return `the value of the header ${name} has a line break, a control character or one outside Latin-1 in it`;
    }
  }
  return null;
}
