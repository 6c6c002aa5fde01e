import { isMapped, parseWrittenIp } from "./parse-ip.ts";
import type { IpAddress } from "./parse-ip.ts";

/** All addresses from `first` to `last`, both included. A block of v4-mapped addresses is the v4 block. */
export interface Network {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/** Reads `address/length`; host bits are allowed and ignored. `null` for a netmask, a missing or an oversized length. */
export function parseCidr(text: string): Network | null {
  const match = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  const address = match === null ? null : parseWrittenIp(match[1] ?? "");
  const length = Number(match?.[2]);
  if (address === null || length > bits(address.version)) return null;
  if (isMapped(address) && length >= 96) return toNetwork(4, address.value & 0xffff_ffffn, length - 96);
  return toNetwork(address.version, address.value, length);
}

/** A CIDR block, or a single address as the block that holds only it. */
export function parseNetwork(text: string): Network | null {
  if (text.includes("/")) return parseCidr(text);
  const address = parseWrittenIp(text);
  return address === null ? null : parseCidr(`${text}/${bits(address.version)}`);
}

/** Whether every address of `inner` is in `outer`. The versions must be equal. */
export function isContained(inner: Network, outer: Network): boolean {
  return inner.version === outer.version && outer.first <= inner.first && inner.last <= outer.last;
}

/**
 * Whether `target` reaches any address of `excluded`. A v6 block that spans the v4-mapped addresses reaches v4 hosts,
 * so it is compared with v4 exclusions too.
 */
export function isOverlapping(target: Network, excluded: Network): boolean {
  const other = target.version === 6 && excluded.version === 4 ? toMapped(excluded) : excluded;
  return target.version === other.version && target.first <= other.last && other.first <= target.last;
}

export function toSingle(address: IpAddress): Network {
  return { version: address.version, first: address.value, last: address.value };
}

function toNetwork(version: 4 | 6, value: bigint, length: number): Network {
  const hostBits = BigInt(bits(version) - length);
  const first = (value >> hostBits) << hostBits;
  return { version, first, last: first + (1n << hostBits) - 1n };
}

/** A v4 block as the v6 block of its mapped addresses. */
export function toMapped(network: Network): Network {
  const offset = 0xffffn << 32n;
  return { version: 6, first: network.first + offset, last: network.last + offset };
}

function bits(version: 4 | 6): number {
  return version === 4 ? 32 : 128;
}
