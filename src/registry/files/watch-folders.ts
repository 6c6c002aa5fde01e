import path from "node:path";
import type { FSWatcher } from "chokidar";
import { isToolFileName, TOOLCLAD_PROJECT } from "../file-kinds.ts";

/** Long enough for an editor to finish a save; the whole way to the new version is to take no more than 50 ms. */
const SETTLE_MS = 10;
/** A burst that goes on and on is looked at in between. */
const MAX_WAIT_MS = 100;
/** After a larger burst the system may have dropped some of the events. */
const MAX_PATHS = 200;

export interface PlaceWatch {
  close(): Promise<void>;
}

type OnChange = (paths: ReadonlySet<string> | null) => void;
type OnError = (error: unknown) => void;

/** As `watchPlaces`, for folders with tool files and what else their meaning hangs on. */
export function watchFolders(places: readonly string[], onChange: OnChange, onError: OnError): PlaceWatch {
  return watchPlaces(places, onChange, onError, isOther);
}

/**
 * Calls `onChange` after each burst of changes in the places, which need not exist yet: single files, and what lies
 * directly in folders. It gets the paths that changed, or `null` when that is not known: once when watching has begun,
 * when a folder came or went, and after large bursts. `onError` is told when changes can no longer be followed.
 */
export function watchPlaces(
  places: readonly string[],
  onChange: OnChange,
  onError: OnError,
  isIgnored: (place: string, stats?: { isFile(): boolean }) => boolean = () => false,
): PlaceWatch {
  const burst = createBurst(onChange);
  let watcher: FSWatcher | undefined;
  let closed = false;
  // Loaded only when somebody watches: a single call from the command line never does.
  const started = import("chokidar").then(({ watch }) => {
    if (closed) return;
    watcher = watch([...places], { depth: 0, ignoreInitial: true, atomic: false, ignored: isIgnored });
    watcher.on("all", (event, place) => burst.add(event.endsWith("Dir") ? null : place));
    // What changed between the first look at the files and now raised no event.
    watcher.on("ready", () => burst.add(null)).on("error", onError);
  }, onError);
  return {
    async close() {
      closed = true;
      burst.close();
      await started;
      await watcher?.close();
    },
  };
}

interface Burst {
  add(place: string | null): void;
  close(): void;
}

function createBurst(onChange: OnChange): Burst {
  let timer: NodeJS.Timeout | undefined;
  let since: number | null = null;
  let paths: Set<string> | null = new Set();
  const end = (): void => {
    const all = paths === null || paths.size > MAX_PATHS ? null : paths;
    since = null;
    paths = new Set();
    onChange(all);
  };
  return {
    add(place) {
      if (place === null) paths = null;
      else paths?.add(path.resolve(place));
      clearTimeout(timer);
      since ??= performance.now();
      timer = setTimeout(end, Math.min(SETTLE_MS, Math.max(0, since + MAX_WAIT_MS - performance.now())));
    },
    close: () => clearTimeout(timer),
  };
}

function isOther(place: string, stats?: { isFile(): boolean }): boolean {
  if (stats?.isFile() !== true) return false;
  const name = path.basename(place);
  return !isToolFileName(name) && name !== TOOLCLAD_PROJECT;
}
