import type { JsonSchema } from "../../model/json.ts";

const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;
const LENGTH4 = "(?:3[0-2]|[12]?[0-9])";
const LENGTH6 = "(?:12[0-8]|1[01][0-9]|[1-9]?[0-9])";
const IPV6_CHARACTERS = "[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** Dot-separated labels, without anchors. Also fits addresses and other numbers: `NOT_A_NAME` tells them apart. */
export const LABELS: string = `(?:${LABEL}\\.)*${LABEL}`;
/** The characters of an IPv6 address, without anchors. */
export const IPV6_LIKE: string = IPV6_CHARACTERS;
/** 1 to 65535, without anchors. */
export const PORT: string = "(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3})";

/** Numeric spellings of an address, ranges, and punycode. */
const NOT_A_NAME = "(?:^|\\.)(?:[0-9-]+|0[xX][0-9A-Fa-f]*)$|(?:^|\\.)[xX][nN]--";

export const IPV4_SCHEMA: JsonSchema = { format: "ipv4", pattern: `^${IPV4}$` };
export const IPV6_SCHEMA: JsonSchema = { format: "ipv6", pattern: `^${IPV6_CHARACTERS}$` };
export const IPV4_OR_CIDR_SCHEMA: JsonSchema = { pattern: `^${IPV4}(?:/${LENGTH4})?$` };
export const CIDR4_SCHEMA: JsonSchema = { pattern: `^${IPV4}/${LENGTH4}$` };
/** The length exactly, the address by its characters: its whole grammar would fill a page. */
export const CIDR6_SCHEMA: JsonSchema = { pattern: `^${IPV6_CHARACTERS}/${LENGTH6}$` };
export const HOSTNAME_SCHEMA: JsonSchema = { pattern: `^${LABELS}$`, not: { pattern: NOT_A_NAME } };
