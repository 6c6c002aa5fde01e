import { isContained, toSingle } from "../../scope/cidr.ts";
import { parseIp } from "../../scope/parse-ip.ts";
import { NAT64 } from "./address-kinds.ts";

/** The one spelling of an address: dotted for v4 and v4-mapped, shortest lower-case for v6. `null` for anything else. */
export function toCanonicalAddress(text: string): string | null {
  const parsed = parseIp(text);
  if (parsed === null) return null;
  return parsed.version === 4 ? toDotted(parsed.value) : new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

/** The v4 address that a v6 address of the well-known NAT64 prefix leads to; `null` for all others. */
export function findTranslated(address: string): string | null {
  const parsed = parseIp(address);
  return parsed !== null && isContained(toSingle(parsed), NAT64) ? toDotted(parsed.value & 0xffff_ffffn) : null;
}

function toDotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
}

/** How an address stands in a URL or before a port. */
export function toBracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
