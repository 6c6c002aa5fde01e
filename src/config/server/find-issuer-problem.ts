import type { IssuerData } from "./server-auth.ts";

/** What is wrong with one issuer beside the others, as the words after "expected"; `null`: nothing. */
export function findIssuerProblem(
  index: number,
  issuers: readonly IssuerData[],
  resource: string | undefined,
): string | null {
  const one = issuers[index];
  if (one === undefined) return null;
  const before = issuers.slice(0, index);
  if (before.some((other) => other.issuer === one.issuer)) return "an `issuer` that no other table has";
  if (one.audience === undefined && resource === undefined) return "`audience`, or `resource` in `[server.auth]`";
  if ((one.roles === undefined) !== (one.roles_claim === undefined)) return "`roles` and `roles_claim` together";
  return findSharedName(one, before, issuers);
}

/** What stands before the names of its agents. A URL of an issuer has no `#`, so no two of these mix. */
export function toAgentPrefix({ agent_prefix: prefix, issuer }: IssuerData): string {
  return prefix ?? `${issuer}#`;
}

/** Two ways to one name would let one program have what was meant for the other. */
function findSharedName(one: IssuerData, before: readonly IssuerData[], all: readonly IssuerData[]): string | null {
  const prefix = toAgentPrefix(one);
  const shares = (other: string): boolean => other.startsWith(prefix) || prefix.startsWith(other);
  if (before.map(toAgentPrefix).some(shares)) {
    return "an `agent_prefix` that neither begins like that of another issuer nor the other way round";
  }
  const prefixes = all.map(toAgentPrefix);
  const taken = Object.values(one.agents ?? {}).find((name) => prefixes.some((other) => name.startsWith(other)));
  if (taken === undefined) return null;
  return `names in \`agents\` that begin with no \`agent_prefix\`, which ${JSON.stringify(taken)} does`;
}
