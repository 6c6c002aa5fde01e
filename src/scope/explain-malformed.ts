type Check = readonly [looksLike: RegExp, reason: string];

/** In this order, so that the reason names the first thing that is wrong. */
const CHECKS: readonly Check[] = [
  [/^$/, "it is empty"],
  [/^\s|\s$/, "it begins or ends with whitespace"],
  [/[^\x21-\x7e]/, "it has spaces, control characters or characters outside ASCII"],
  [/:\/\//, "it is not a URL that every program reads alike (no user name, no numeric or escaped host, a real port)"],
  [/[*?]/, "a wildcard is no target"],
  [/\\|\.\.[/]|\/\.\./, "it reads like a path"],
  [/@/, "a user name is no part of a target"],
  [/%/, "an address with a zone, or anything percent-encoded, is no target"],
  [/^\[/, "brackets belong around the address of a URL only"],
  [/\/.*[^0-9]|\/$|^[^/]*\/.*\//, "a `/` may only stand before the length of a CIDR block"],
  [/\//, "it is not a CIDR block: an address in full, `/`, and 0 to 32 or 0 to 128 without leading zeros"],
  [/^[^:]+:[0-9]*$/, "a port is no part of a target"],
  [/:/, "it is not an IPv6 address"],
  [/\.$/, "it ends with a dot"],
  [
    /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/i,
    "it is a numeric spelling, or a range, that programs read differently; write four decimal parts",
  ],
];

/** Why a text is no target at all. */
export function explainMalformed(target: string): string {
  const found = CHECKS.find(([looksLike]) => looksLike.test(target));
  return found?.[1] ?? "it is not an address, a CIDR block, a host name or a URL that can be checked";
}
