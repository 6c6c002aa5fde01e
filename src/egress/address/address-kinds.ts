import { parseCidr } from "../../scope/cidr.ts";
import type { Network } from "../../scope/cidr.ts";

/** Why an address is not an ordinary one of the internet. `metadata`: hands a machine's own credentials to whoever asks. */
export type AddressKind =
  | "benchmarking"
  | "broadcast"
  | "discard"
  | "documentation"
  | "link-local"
  | "loopback"
  | "metadata"
  | "multicast"
  | "private"
  | "reserved"
  | "shared"
  | "site-local"
  | "translated"
  | "unique-local"
  | "unreadable"
  | "unspecified";

/** The first block that holds an address decides, so single addresses stand before the blocks around them. */
export const SPECIAL_NETWORKS: readonly (readonly [Network, AddressKind])[] = toTable([
  ["metadata", "169.254.169.254/32 169.254.170.2/32 169.254.170.23/32 169.254.42.42/32 169.254.0.23/32"],
  ["metadata", "100.100.100.200/32 168.63.129.16/32 192.0.0.192/32"],
  ["metadata", "fd00:ec2::254/128 fd00:ec2::23/128 fd20:ce::254/128 fd00:42::42/128"],
  ["loopback", "127.0.0.0/8 ::1/128"],
  ["private", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16"],
  ["unique-local", "fc00::/7"],
  ["link-local", "169.254.0.0/16 fe80::/10"],
  ["site-local", "fec0::/10"],
  ["shared", "100.64.0.0/10"],
  ["unspecified", "0.0.0.0/8 ::/128"],
  ["documentation", "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20"],
  ["benchmarking", "198.18.0.0/15 2001:2::/48"],
  ["multicast", "224.0.0.0/4 ff00::/8"],
  ["broadcast", "255.255.255.255/32"],
  ["discard", "100::/64"],
  // 6to4, Teredo and local NAT64 carry a v4 address that somebody else unpacks, where no check of ours holds any more.
  ["translated", "2001::/32 2002::/16 64:ff9b:1::/48 ::ffff:0:0:0/96 192.88.99.0/24"],
  ["reserved", "192.0.0.0/24 192.31.196.0/24 192.52.193.0/24 192.175.48.0/24 240.0.0.0/4"],
  ["reserved", "2001::/23 2620:4f:8000::/48"],
]);

/** The well-known prefix behind which whole networks reach v4: judged by the v4 address in its last 32 bits. */
export const NAT64: Network = toNetwork("64:ff9b::/96");

/** All that is handed out for the internet; other v6 addresses are reserved. */
export const GLOBAL_UNICAST: Network = toNetwork("2000::/3");

function toTable(rows: readonly (readonly [AddressKind, string])[]): readonly (readonly [Network, AddressKind])[] {
  return rows.flatMap(([kind, blocks]) => blocks.split(" ").map((block) => [toNetwork(block), kind] as const));
}

function toNetwork(block: string): Network {
  const network = parseCidr(block);
  if (network === null) throw new Error(`expected a block of addresses in the table, got ${block}`);
  return network;
}
