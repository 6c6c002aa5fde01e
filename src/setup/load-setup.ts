import { ConfigError } from "../config/config-error.ts";
import type { Config } from "../config/config.ts";
import { LOCAL_TENANT } from "../config/defaults.ts";
import type { Environment } from "../config/folders.ts";
import { resolveFolders } from "../config/folders.ts";
import type { TrustCheck } from "../config/judge-trust.ts";
import { loadConfig } from "../config/load-config.ts";
import type { PermissionSource } from "../config/permissions/create-permission-source.ts";
import type { ScopeSource } from "../config/scope/create-scope-source.ts";
import type { ConfigOverrides } from "../config/merge-config.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { killMarked } from "../process/tree/kill-tree.ts";
import { openStore } from "../storage/open-store.ts";
import type { Store, StoreOptions } from "../storage/store.ts";
import { requireNode } from "./require-node.ts";
import { trustKey, trustLimitsKey } from "./trust-key.ts";

export interface SetupOptions {
  readonly cwd: string;
  readonly env: Environment;
  /** A configuration file, or a folder that holds one. @default the nearest `toolgate.toml` upward from `cwd` */
  readonly configPath?: string | undefined;
  readonly overrides?: ConfigOverrides | undefined;
}

export interface Setup {
  readonly config: Config;
  readonly store: Store;
  readonly issues: readonly ManifestIssue[];
  readonly trustedFiles: TrustCheck | null;
  /** The scope of this moment; follows its files once it is told to. */
  readonly scope: ScopeSource;
  /** What decides about calls at this moment; follows its files once it is told to. */
  readonly permissions: PermissionSource;
}

/**
 * Opens the database and reads the configuration; the one says whether the other is trusted, the other where the one is.
 * @throws ConfigError, StoreError
 */
export async function loadSetup(options: SetupOptions): Promise<Setup> {
  requireNode();
  const first = { dataFolder: resolveFolders(options.env).data, durability: "process" } as const;
  const setup = await loadWith(first, options);
  const { dataFolder, audit } = setup.config;
  if (dataFolder === first.dataFolder && audit.durability === first.durability) return setup;
  await setup.store.close();
  return loadWith({ dataFolder, durability: audit.durability }, options);
}

type Place = Pick<StoreOptions, "dataFolder" | "durability">;

async function loadWith(place: Place, options: SetupOptions): Promise<Setup> {
  const store = await openStore({ ...place, tenant: LOCAL_TENANT, onDeadCalls: endLeftovers });
  try {
    const trust = (workspace: string): Promise<string | null> => store.settings.get(trustKey(workspace));
    const trustLimits: typeof trust = (folder) => store.settings.get(trustLimitsKey(folder));
    const loaded = await loadConfig({ ...options, trust, trustLimits });
    const { config, issues, trustedFiles, scope, permissions } = loaded;
    if (config === null || scope === null || permissions === null) throw new ConfigError(issues);
    return { config, store, issues, trustedFiles, scope, permissions };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What calls of dead processes left running is ended before those calls are closed in the audit. */
async function endLeftovers(callIds: readonly string[]): Promise<void> {
  await killMarked(callIds);
}
