import { ConfigError } from "../config/config-error.ts";
import type { Config } from "../config/config.ts";
import { LOCAL_TENANT } from "../config/defaults.ts";
import type { Environment } from "../config/folders.ts";
import { resolveFolders } from "../config/folders.ts";
import type { TrustCheck } from "../config/judge-trust.ts";
import { loadConfig } from "../config/load-config.ts";
import type { ConfigOverrides } from "../config/merge-config.ts";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { killMarked } from "../process/tree/kill-tree.ts";
import { openStore } from "../storage/open-store.ts";
import type { Store } from "../storage/store.ts";
import { trustKey } from "./trust-key.ts";

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
}

/**
 * Opens the database and reads the configuration; the one says whether the other is trusted.
 * @throws ConfigError, StoreError
 */
export async function loadSetup(options: SetupOptions): Promise<Setup> {
  const store = await openData(resolveFolders(options.env).data, "process");
  try {
    const trust = (workspace: string): Promise<string | null> => store.settings.get(trustKey(workspace));
    const { config, issues, trustedFiles } = await loadConfig({ ...options, trust });
    if (config === null) throw new ConfigError(issues);
    if (config.audit.durability === "process") return { config, store, issues, trustedFiles };
    await store.close();
    return { config, store: await openData(config.dataFolder, config.audit.durability), issues, trustedFiles };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What calls of dead processes left running is ended before those calls are closed in the audit. */
function openData(dataFolder: string, durability: "process" | "fsync"): Promise<Store> {
  const onDeadCalls = async (callIds: readonly string[]): Promise<void> => {
    await killMarked(callIds);
  };
  return openStore({ dataFolder, tenant: LOCAL_TENANT, durability, onDeadCalls });
}
