import { matchScope } from "../../scope/match-scope.ts";
import { classifyAddress } from "./classify-address.ts";

/**
 * Whether an operator listed an address that is not public. What hands out a machine's own credentials is reached only
 * where it is written out: a block never means it.
 */
export function isListedAddress(address: string, entries: readonly string[]): boolean {
  if (classifyAddress(address) === "metadata") {
    return entries.some((entry) => [address, `${address}/32`, `${address}/128`].includes(entry));
  }
  const scope = { networks: entries, domains: [], excludedNetworks: [], excludedDomains: [] };
  return matchScope(address, scope).inScope;
}
