import { showText } from "../../text/show-text.ts";
import type { EgressRules } from "../egress.ts";
import { judgeAddresses } from "./judge-addresses.ts";
import { matchHosts } from "./match-hosts.ts";
import type { EgressTarget } from "./parse-target.ts";
import type { HostResolver } from "./resolve-host.ts";

export type JudgedTarget =
  /** In the order in which they should be tried; every one of them may be connected to. */
  | { readonly kind: "reachable"; readonly addresses: readonly string[] }
  | { readonly kind: "refused" | "failed"; readonly reason: string };

/** Names of the services that hand out a machine's credentials; without a rule that spells them out they are not even looked up. */
const METADATA_NAMES: readonly string[] = [
  "metadata",
  "metadata.goog",
  "metadata.google.internal",
  "metadata.tencentyun.com",
  "metadata.azure.internal",
  "instance-data",
  "instance-data.ec2.internal",
];

/**
 * Whether a target may be reached, and at which addresses: its host is held to the rules, then every address that it leads
 * to. `ports`: those that an entry without a port covers, `null` for all.
 */
export async function judgeTarget(
  { host, port, isAddress }: Pick<EgressTarget, "host" | "port" | "isAddress">,
  rules: EgressRules,
  resolver: HostResolver,
  ports: readonly number[] | null = null,
): Promise<JudgedTarget> {
  const refused = (reason: string): JudgedTarget => ({ kind: "refused", reason });
  if (rules.hosts !== null && !matchHosts(host, port, rules.hosts, ports)) {
    return refused(`it is not among the declared hosts (${listHosts(rules.hosts)})`);
  }
  if (METADATA_NAMES.includes(host) && rules.hosts?.includes(host) !== true) {
    return refused("it is the metadata service of this machine");
  }
  const found = await findAddresses(host, isAddress, rules, resolver);
  if (found === null) return { kind: "failed", reason: "no address was found for it" };
  const judged = judgeAddresses(host, found, rules);
  return judged.ok ? { kind: "reachable", addresses: judged.addresses } : refused(judged.reason);
}

const SHOWN_HOSTS = 10;

function listHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return "there are none";
  const more = hosts.length > SHOWN_HOSTS ? ` and ${hosts.length - SHOWN_HOSTS} more` : "";
  return (
    hosts
      .slice(0, SHOWN_HOSTS)
      .map((host) => showText(host))
      .join(", ") + more
  );
}

async function findAddresses(
  host: string,
  isAddress: boolean,
  rules: EgressRules,
  resolver: HostResolver,
): Promise<readonly string[] | null> {
  if (isAddress) return [host];
  if (host === "localhost" || host.endsWith(".localhost")) return loopbackOf(host, rules);
  try {
    const found = await resolver.resolve(host);
    return found.length === 0 ? null : found;
  } catch {
    return null;
  }
}

/** These names mean this machine whatever a resolver says. Of its two addresses, those that are listed are used. */
function loopbackOf(host: string, rules: EgressRules): readonly string[] {
  const both = ["127.0.0.1", "::1"];
  const listed = both.filter((address) => rules.permitsAddress(address, host));
  return listed.length > 0 ? listed : both;
}
