import { classifyAddress, holdsNoPublic } from "../../egress/address/classify-address.ts";
import { isListedAddress } from "../../egress/address/is-listed-address.ts";
import type { EgressRules } from "../../egress/egress.ts";
import type { HttpPlan } from "../../model/plan.ts";
import { matchScope } from "../../scope/match-scope.ts";
import type { Scope } from "../../scope/scope.ts";

/** What operators say about places. */
export interface Reach {
  /** The scope of this moment; `null`: there is none. */
  readonly scope: Scope | null;
  /** Whether targets need a scope. */
  readonly scopeRequired: boolean;
  /** Addresses and blocks that are not public and may be reached all the same. */
  readonly privateAddresses: readonly string[];
}

/**
 * What one request may reach. A host that the author wrote: that one, and on a redirect the same place or its HTTPS. A
 * host that the caller named: what the scope covers, at each step.
 */
export function toEgressRules(plan: Pick<HttpPlan, "host" | "port" | "scopeChecked">, reach: Reach): EgressRules {
  return {
    hosts: plan.scopeChecked ? null : toEntries(plan),
    permitsAddress: (address) => isListed(address, reach),
    excludesAddress: (address) => plan.scopeChecked && isExcluded(address, reach.scope),
    permitsUrl: (url, first) => {
      if (plan.scopeChecked) return isInScope(toHost(url), reach) && isNoStepDown(url, first);
      return url.origin === first.origin || isUpgrade(url, first);
    },
  };
}

/** What the programs of a sandbox reach through its proxy: the declared hosts, and none of them inside this network unless listed. */
export function toProxyRules(
  hosts: readonly string[],
  reach: Reach,
): EgressRules & { readonly hosts: readonly string[] } {
  return { hosts, permitsAddress: (address) => isListed(address, reach) };
}

/** The author's host at its port, and at the one that HTTP is often moved to. */
function toEntries({ host, port }: Pick<HttpPlan, "host" | "port">): readonly string[] {
  const written = host.includes(":") ? `[${host}]` : host;
  return port === 80 ? [`${written}:80`, `${written}:443`] : [`${written}:${port}`];
}

/** Whether the scope of this moment covers a host that a caller named. */
export function isInScope(host: string, { scope, scopeRequired }: Reach): boolean {
  return scope === null ? !scopeRequired : matchScope(host, scope).inScope;
}

/**
 * Only by its address: whoever owns a name in the scope decides where it leads, and must not be able to make it lead into
 * this machine or its network. A block of the scope that holds public addresses too, as `0.0.0.0/0` does, means those.
 */
function isListed(address: string, { scope, privateAddresses }: Reach): boolean {
  if (isExcluded(address, scope)) return false;
  const own = scope?.networks ?? [];
  // A single address that is written out is what a block never means.
  const networks = classifyAddress(address) === "metadata" ? own : own.filter(holdsNoPublic);
  return isListedAddress(address, [...privateAddresses, ...networks]);
}

const NOWHERE: Scope = { networks: [], domains: [], excludedNetworks: [], excludedDomains: [] };

function isExcluded(address: string, scope: Scope | null): boolean {
  if (scope === null || scope.excludedNetworks.length === 0) return false;
  const { excludedNetworks } = scope;
  return !matchScope(address, { ...NOWHERE, networks: ["0.0.0.0/0", "::/0"], excludedNetworks }).inScope;
}

function isUpgrade(url: URL, first: URL): boolean {
  const isSame = url.hostname === first.hostname && url.port === "" && first.port === "";
  return isSame && first.protocol === "http:" && url.protocol === "https:";
}

/** Not from HTTPS to HTTP, and to no other service than the one that was asked for. */
function isNoStepDown(url: URL, first: URL): boolean {
  const isFit = url.protocol === first.protocol || url.protocol === "https:";
  return isFit && (url.port === first.port || url.port === "");
}

function toHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
