import type { FSWatcher } from "chokidar";

/** Long enough for an editor to finish a save, too short for a person to notice. */
const SETTLE_MS = 30;

export interface FolderWatch {
  close(): Promise<void>;
}

/**
 * Calls `onChange` once after each burst of changes to `*.toml` files in the folders, which need not exist yet, and
 * once when watching has begun. `onError` is told when changes can no longer be followed.
 */
export function watchFolders(
  folders: readonly string[],
  onChange: () => void,
  onError: (error: unknown) => void,
): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  let closed = false;
  const settle = (): void => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  // Loaded only when somebody watches: a single call from the command line never does.
  const started = import("chokidar").then(({ watch }) => {
    if (closed) return;
    watcher = watch([...folders], { depth: 0, ignoreInitial: true, ignored: isOther });
    // What changed between the first look at the files and now raised no event.
    watcher.on("all", settle).on("ready", settle).on("error", onError);
  }, onError);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await started;
      await watcher?.close();
    },
  };
}

function isOther(path: string, stats?: { isFile(): boolean }): boolean {
  return stats?.isFile() === true && !path.endsWith(".toml");
}
