import type { SecretBinding } from "../../config/config.ts";
import type { Layer } from "../../model/tool.ts";
import { parseNetwork } from "../../scope/cidr.ts";
import { matchScope } from "../../scope/match-scope.ts";
import type { StoredSecret } from "../../storage/repositories.ts";
import type { SecretUse } from "../secret-source.ts";
import { matchToolEntry } from "./tool-entry.ts";

/** Who says that a use may have a secret; `null`: nobody does, so it must not. */
export function findBinding(
  name: string,
  use: SecretUse,
  configured: readonly SecretBinding[],
  stored: readonly StoredSecret[],
): string | null {
  const row = configured.find((binding) => binding.secret === name && matchConfigured(binding, use));
  if (row !== undefined) return row.source;
  const kept = stored.find((secret) => secret.name === name && matchStored(secret, use));
  return kept === undefined ? null : "toolgate secrets";
}

/**
 * The tools that a word is about which names no layer. A project could give its tool the name of a person's own, so only
 * the project's word, or a person's for this one workspace, is about the project's tools. A session's are named each time.
 */
export const SPOKEN_FOR: Readonly<Record<SecretBinding["layer"], readonly Layer[]>> = {
  user: ["builtin", "user"],
  project: ["builtin", "user", "project"],
};

function matchConfigured({ tools, hosts, layer }: SecretBinding, { tool, host }: SecretUse): boolean {
  if (!tools.some((entry) => matchToolEntry(entry, tool, SPOKEN_FOR[layer]))) return false;
  return hosts.length === 0 ? host === null : hosts.some((entry) => matchHost(entry, host));
}

function matchStored({ bindings, workspace }: StoredSecret, { tool, host }: SecretUse): boolean {
  const layers = SPOKEN_FOR[workspace === null ? "user" : "project"];
  return bindings.some((binding) => {
    if (!matchToolEntry(binding.tool, tool, layers)) return false;
    return binding.host === null ? host === null : matchHost(binding.host, host);
  });
}

/** A program is no host: what may be sent somewhere may not be handed to one, and the other way round. */
function matchHost(entry: string, host: string | null): boolean {
  if (host === null) return false;
  const isNetwork = parseNetwork(entry) !== null;
  const scope = { networks: isNetwork ? [entry] : [], domains: isNetwork ? [] : [entry] };
  return matchScope(host, { ...scope, excludedNetworks: [], excludedDomains: [] }).inScope;
}
