import { isAdmitted } from "../../scope/domain.ts";
import { matchScope } from "../../scope/match-scope.ts";
import type { Scope } from "../../scope/scope.ts";

/** What both scopes cover; what either excludes stays excluded. */
export function intersectScopes(one: Scope, other: Scope): Scope {
  const networks = [...keepCovered(one.networks, other), ...keepCovered(other.networks, one)];
  const domains = [...keepBelow(one.domains, other.domains), ...keepBelow(other.domains, one.domains)];
  return { networks: unique(networks), domains: unique(domains), ...uniteExclusions(one, other) };
}

/** What `scope` covers, less what either excludes. */
export function addExclusions(scope: Scope, other: Scope): Scope {
  return { ...scope, ...uniteExclusions(scope, other) };
}

/** Two blocks are nested or apart, so the ones that lie in the other scope are all of the common part. */
function keepCovered(networks: readonly string[], { networks: limits }: Scope): readonly string[] {
  const limit: Scope = { networks: limits, domains: [], excludedNetworks: [], excludedDomains: [] };
  return networks.filter((network) => matchScope(network, limit).inScope);
}

function keepBelow(names: readonly string[], limits: readonly string[]): readonly string[] {
  return names.filter((name) => limits.some((limit) => isAdmitted(name, limit)));
}

function uniteExclusions(one: Scope, other: Scope): Pick<Scope, "excludedNetworks" | "excludedDomains"> {
  return {
    excludedNetworks: unique([...one.excludedNetworks, ...other.excludedNetworks]),
    excludedDomains: unique([...one.excludedDomains, ...other.excludedDomains]),
  };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
