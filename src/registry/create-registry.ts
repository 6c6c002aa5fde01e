import { toFileIssue } from "./list-tool-files.ts";
import { inTurn } from "./in-turn.ts";
import { loadToolFiles } from "./load-tool-files.ts";
import type { TrustedContent, TrustedFiles } from "./load-tool-files.ts";
import type { Registry, RegistrySnapshot, ToolFolder } from "./registry.ts";
import { createRegistryState } from "./registry-state.ts";
import type { RegistryState } from "./registry-state.ts";
import { watchFolders } from "./watch-folders.ts";
import type { FolderWatch } from "./watch-folders.ts";

export interface RegistryOptions {
  readonly folders: readonly ToolFolder[];
  /**
   * Which content of project files may be loaded, asked at every look. When it throws, project files that are new or
   * changed wait.
   * @default everything is admitted
   */
  readonly trustedFiles?: (() => Promise<TrustedContent>) | undefined;
  /** Beyond it, the last issue says how many were left out. @default 200 */
  readonly maxIssues?: number | undefined;
}

/**
 * Loads every tool file of the folders and keeps the current state of everything that is declared. A broken file never
 * rejects: it becomes an issue of the snapshot, and the tool's last good version stays while this process lives.
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const state = createRegistryState(options.maxIssues ?? 200);
  const reload = inTurn(async () => look(options, state));
  await reload();
  let watch: FolderWatch | null = null;
  let closed = false;
  return {
    get snapshot() {
      return state.snapshot();
    },
    onChange: (listener) => state.listen(listener),
    reload: async () => (closed ? state.snapshot() : reload()),
    add: (tool) => state.add(tool),
    watch() {
      if (!closed) watch ??= follow(options.folders, reload, state);
    },
    async close() {
      closed = true;
      state.forgetListeners();
      await watch?.close();
    },
  };
}

async function look({ folders, trustedFiles }: RegistryOptions, state: RegistryState): Promise<RegistrySnapshot> {
  let trusted: TrustedFiles | null = null;
  try {
    const content = await trustedFiles?.();
    trusted = content?.files ?? null;
    state.setIssue("trust", content?.issue ?? null);
  } catch (error) {
    trusted = state.loadedHashes();
    const message = `whether the project is trusted could not be looked up (${toText(error)}); changed files wait`;
    state.setIssue("trust", toFileIssue("(trust)", "trust-unknown", message, "Run `toolgate doctor`."));
  }
  return state.setLoaded(loadToolFiles(folders, state.loaded().files, trusted));
}

function follow(folders: readonly ToolFolder[], reload: () => Promise<unknown>, state: RegistryState): FolderWatch {
  const first = folders[0]?.folder ?? "(no folder)";
  const report = (error: unknown): void => {
    const message = `changes to tool files can no longer be followed (${toText(error)})`;
    state.setIssue("watch", toFileIssue(first, "watch-failed", message, "Restart Toolgate to pick up changes."));
  };
  return watchFolders(
    folders.map(({ folder }) => folder),
    () => void reload().catch(report),
    report,
  );
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
