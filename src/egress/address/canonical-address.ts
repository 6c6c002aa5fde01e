import { parseIp } from "../../scope/parse-ip.ts";

/** The one spelling of an address: dotted for v4 and v4-mapped, shortest lower-case for v6. `null` for anything else. */
export function toCanonicalAddress(text: string): string | null {
  const parsed = parseIp(text);
  if (parsed === null) return null;
  if (parsed.version === 6) return new URL(`http://[${text}]/`).hostname.slice(1, -1);
  return [24n, 16n, 8n, 0n].map((shift) => String((parsed.value >> shift) & 255n)).join(".");
}

/** How an address stands in a URL or before a port. */
export function toBracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
