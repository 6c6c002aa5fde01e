import type { SecretProviderConfig, SecretsConfig } from "../../config.ts";
import { DEFAULTS } from "../../defaults.ts";
import type { ConfigLayer } from "../../file/config-layer.ts";
import type { ProviderTable } from "../../file/data/executing-data.ts";
import { resolvePlace } from "../../places.ts";
import type { ExecutingLayers } from "./merge-executing.ts";

const UNSAID: readonly SecretProviderConfig[] = [{ kind: "store" }, { kind: "env", prefix: DEFAULTS.secretsPrefix }];

/** The person's providers are asked before a trusted project's, so that no project can put a secret in the place of one. */
export function mergeSecrets({ layers, home }: ExecutingLayers): SecretsConfig {
  const said = layers.flatMap((layer) =>
    (layer.data.secrets?.providers ?? []).map((provider) =>
      toProvider(typeof provider === "string" ? { kind: provider } : provider, layer, home),
    ),
  );
  return {
    providers: said.length === 0 ? UNSAID : said,
    bindings: layers.flatMap(({ executing }) => executing.bindings),
  };
}

function toProvider(table: ProviderTable, { folder: base }: ConfigLayer, home: string): SecretProviderConfig {
  const resolve = (written: string): string => resolvePlace(base, written, home);
  switch (table.kind) {
    case "env":
      return { kind: "env", prefix: table.prefix ?? DEFAULTS.secretsPrefix };
    case "store":
      return { kind: "store" };
    case "file":
      return { kind: "file", folder: resolve(table.folder ?? "") };
    case "vault":
      return {
        kind: "vault",
        url: (table.url ?? "").replace(/\/+$/, ""),
        mount: table.mount ?? DEFAULTS.vaultMount,
        path: table.path ?? "",
        version: table.version === 1 ? 1 : DEFAULTS.vaultVersion,
        namespace: table.namespace ?? null,
        token: table.token_file === undefined ? { env: table.token_env ?? "" } : { file: resolve(table.token_file) },
        timeoutMs: (table.timeout_seconds ?? DEFAULTS.vaultTimeoutSeconds) * 1000,
      };
  }
}
