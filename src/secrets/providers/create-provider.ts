import type { SecretProviderConfig } from "../../config/config.ts";
import type { EgressClient } from "../../egress/egress.ts";
import { createEnvProvider } from "./env-provider.ts";
import { createFileProvider } from "./file-provider.ts";
import type { SecretProvider } from "./secret-provider.ts";
import { STORE_PROVIDER } from "./store-provider.ts";
import { createVaultProvider } from "./vault/create-vault-provider.ts";

export interface ProviderParts {
  readonly environment: NodeJS.ProcessEnv;
  readonly egress: EgressClient;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** One kind of place, one function. */
export function createProvider(config: SecretProviderConfig, parts: ProviderParts): SecretProvider {
  switch (config.kind) {
    case "env":
      return createEnvProvider(config.prefix, parts.environment);
    case "file":
      return createFileProvider(config.folder);
    case "store":
      return STORE_PROVIDER;
    case "vault":
      return createVaultProvider(config, parts);
  }
}
