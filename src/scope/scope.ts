/** The targets that tools may reach. Exclusions win over everything. */
export interface Scope {
  /** CIDR blocks and single addresses, v4 and v6. */
  readonly networks: readonly string[];
  /** Exact names, or `*.name` for one or more labels below it, never the name itself. */
  readonly domains: readonly string[];
  readonly excludedNetworks: readonly string[];
  readonly excludedDomains: readonly string[];
}

export interface ScopeMatch {
  readonly inScope: boolean;
  /** Names the entry that decided, or says that none covers the target. */
  readonly reason: string;
}
