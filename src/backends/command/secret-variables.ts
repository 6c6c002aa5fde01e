import type { SecretsConfig } from "../../config/config.ts";

/** What opens Toolgate's own secrets, or speaks for a person. */
const OWN_SECRETS: ReadonlySet<string> = new Set(["TOOLGATE_SECRETS_KEY", "TOOLGATE_TOKEN"]);
/** Where ToolClad's manifests look for secrets, whatever is configured here. */
const TOOLCLAD_PREFIX = "TOOLCLAD_SECRET_";

/** Tells the variables of the gateway that hold secrets: its own keys, those of a store of secrets, and named secrets. */
export function secretVariables({ providers }: Pick<SecretsConfig, "providers">): (name: string) => boolean {
  const prefixes = [TOOLCLAD_PREFIX];
  const names = new Set(OWN_SECRETS);
  for (const provider of providers) {
    // Without a prefix every variable would be one.
    if (provider.kind === "env" && provider.prefix !== "") prefixes.push(provider.prefix);
    if (provider.kind === "vault" && "env" in provider.token) names.add(provider.token.env);
  }
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
