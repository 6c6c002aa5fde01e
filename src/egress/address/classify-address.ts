import { isContained, isOverlapping, parseNetwork, toSingle } from "../../scope/cidr.ts";
import { parseIp } from "../../scope/parse-ip.ts";
import type { IpAddress } from "../../scope/parse-ip.ts";
import { GLOBAL_UNICAST, NAT64, SPECIAL_NETWORKS } from "./address-kinds.ts";
import type { AddressKind } from "./address-kinds.ts";

/**
 * Whether an address is an ordinary one of the internet, or else what it is. v4-mapped addresses and those behind the
 * well-known NAT64 prefix are judged by the v4 address in them. Zones and short, octal or hexadecimal spellings are `unreadable`.
 */
export function classifyAddress(address: string): "public" | AddressKind {
  const parsed = parseIp(address);
  return parsed === null ? "unreadable" : classify(parsed);
}

/** Whether a block, or a single address, holds none of the internet's: who writes it out means what lies inside. */
export function holdsNoPublic(block: string): boolean {
  const network = parseNetwork(block);
  if (network === null) return false;
  const isInside = [...SPECIAL_NETWORKS.map(([special]) => special), NAT64].some((one) => isContained(network, one));
  return isInside || (network.version === 6 && !isOverlapping(network, GLOBAL_UNICAST));
}

function classify(address: IpAddress): "public" | AddressKind {
  const single = toSingle(address);
  if (isContained(single, NAT64)) return classify({ version: 4, value: address.value & 0xffff_ffffn });
  const special = SPECIAL_NETWORKS.find(([network]) => isContained(single, network));
  if (special !== undefined) return special[1];
  return address.version === 4 || isContained(single, GLOBAL_UNICAST) ? "public" : "reserved";
}
