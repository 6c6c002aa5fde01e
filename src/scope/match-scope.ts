import { isContained, isOverlapping, parseCidr, parseNetwork, toMapped, toSingle } from "./cidr.ts";
import type { Network } from "./cidr.ts";
import { explainMalformed } from "./explain-malformed.ts";
import { isAdmitted, isDomainPattern, isHostname, matchDomain } from "./domain.ts";
import { parseIp } from "./parse-ip.ts";
import { parseUrl } from "./parse-url.ts";
import type { Scope, ScopeMatch } from "./scope.ts";

/**
 * Whether a target (address, CIDR block, host name or URL) is in scope. Exclusions win; a block is in scope only when
 * one network covers all of it and no exclusion touches it.
 */
export function matchScope(target: string, scope: Scope): ScopeMatch {
  const parsed = parseTarget(target);
  if (parsed === null) return out(explainMalformed(target));
  const entries = readEntries(scope);
  if (entries.unreadable !== null) return out(`the exclusion "${entries.unreadable}" of the scope cannot be read`);
  return parsed.kind === "network" ? matchNetwork(parsed.readings, entries) : matchHost(parsed.host, scope);
}

/** A v4-mapped target has two readings: the v4 block that it means, then the v6 block that it is written as. */
type Target =
  | { readonly kind: "network"; readonly readings: readonly [Network, ...Network[]] }
  | { readonly kind: "host"; readonly host: string };

function parseTarget(target: string): Target | null {
  const host = target.includes("://") ? parseUrl(target)?.host : target;
  if (host === undefined) return null;
  const address = parseIp(host);
  const network = address === null ? parseCidr(host) : toSingle(address);
  if (network !== null) return { kind: "network", readings: toReadings(network, host) };
  return isHostname(host) ? { kind: "host", host } : null;
}

function toReadings(network: Network, written: string): readonly [Network, ...Network[]] {
  return network.version === 4 && written.includes(":") ? [network, toMapped(network)] : [network];
}

interface Entries {
  readonly included: readonly (readonly [string, Network])[];
  readonly excluded: readonly (readonly [string, Network])[];
  /** An exclusion that cannot be read could have covered anything. */
  readonly unreadable: string | null;
}

/** Scopes are immutable, so their entries are read once. */
const read = new WeakMap<Scope, Entries>();

function readEntries(scope: Scope): Entries {
  const known = read.get(scope);
  if (known !== undefined) return known;
  const entries: Entries = {
    included: readNetworks(scope.networks),
    excluded: readNetworks(scope.excludedNetworks),
    unreadable:
      scope.excludedNetworks.find((text) => parseNetwork(text) === null) ??
      scope.excludedDomains.find((text) => !isDomainPattern(text)) ??
      null,
  };
  read.set(scope, entries);
  return entries;
}

function readNetworks(texts: readonly string[]): readonly (readonly [string, Network])[] {
  return texts.flatMap((text) => {
    const network = parseNetwork(text);
    return network === null ? [] : [[text, network] as const];
  });
}

/** Any reading can exclude; only the first can let in. */
function matchNetwork(readings: readonly [Network, ...Network[]], entries: Entries): ScopeMatch {
  const excluded = entries.excluded.find(([, network]) => readings.some((target) => isOverlapping(target, network)));
  if (excluded !== undefined) return out(`it is excluded by ${excluded[0]}`);
  const included = entries.included.find(([, network]) => isContained(readings[0], network));
  if (included === undefined) return out("no network of the scope covers it");
  return { inScope: true, reason: `it is in ${included[0]}` };
}

function matchHost(host: string, scope: Scope): ScopeMatch {
  const excluded = scope.excludedDomains.find((pattern) => matchDomain(host, pattern));
  if (excluded !== undefined) return out(`it is excluded by ${excluded}`);
  const included = scope.domains.find((pattern) => isDomainPattern(pattern) && isAdmitted(host, pattern));
  if (included === undefined) return out("no domain of the scope covers it");
  return { inScope: true, reason: `it matches ${included}` };
}

function out(reason: string): ScopeMatch {
  return { inScope: false, reason };
}
