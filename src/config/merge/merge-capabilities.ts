import type { CapabilityCeiling } from "../../manifest/manifest.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigData } from "../file/data/config-data.ts";

/** From the strictest. */
const COMMANDS: readonly CapabilityCeiling["commands"][] = ["none", "argvOnly", "any"];

/** The ceiling of what modules may declare: no layer can lift what another one set, so trust does not matter here. */
export function mergeCapabilities(
  layers: readonly (ConfigData["capabilities"] | CapabilityCeiling)[],
): CapabilityCeiling {
  return layers.reduce<CapabilityCeiling>(
    (ceiling, layer) => ({
      net: intersectHosts(ceiling.net, layer?.net ?? null),
      commands: toStricter(ceiling.commands, layer?.commands ?? "any"),
    }),
    { net: null, commands: DEFAULTS.capabilityCommands },
  );
}

function toStricter(
  one: CapabilityCeiling["commands"],
  other: CapabilityCeiling["commands"],
): CapabilityCeiling["commands"] {
  return COMMANDS.indexOf(other) < COMMANDS.indexOf(one) ? other : one;
}

/** Two entries are nested or apart, so the ones that lie in the other list are all of the common part. */
function intersectHosts(one: readonly string[] | null, other: readonly string[] | null): readonly string[] | null {
  if (one === null || other === null) return one ?? other;
  const [left, right] = [one.map(toLower), other.map(toLower)];
  const keep = (hosts: readonly string[], limits: readonly string[]): readonly string[] =>
    hosts.filter((host) => limits.some((limit) => covers(limit, host)));
  return [...new Set([...keep(left, right), ...keep(right, left)])];
}

function toLower(host: string): string {
  return host.toLowerCase();
}

/** In this format `*.example.com` also stands for `example.com` itself. */
function covers(limit: string, host: string): boolean {
  if (!limit.startsWith("*.")) return limit === host;
  const apex = limit.slice(2);
  const bare = host.startsWith("*.") ? host.slice(2) : host;
  return bare === apex || bare.endsWith(`.${apex}`);
}
