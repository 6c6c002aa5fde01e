import { toFileIssue } from "./list-tool-files.ts";
import type { ManifestOptions, ModuleEvaluator } from "../manifest/manifest.ts";
import { loadToolFiles } from "./files/load-tool-files.ts";
import type { LoadOptions } from "./files/load-tool-files.ts";
import { getModuleEvaluator } from "./files/module-evaluator.ts";
import { listToolcladPlaces } from "./files/toolclad-project.ts";
import type { TrustedContent, TrustedFiles } from "./files/trusted-files.ts";
import { watchFolders } from "./files/watch-folders.ts";
import type { PlaceWatch } from "./files/watch-folders.ts";
import { inTurn } from "./in-turn.ts";
import { createRegistryState } from "./registry-state.ts";
import type { RegistryState } from "./registry-state.ts";
import type { Registry, RegistrySnapshot, ToolFolder } from "./registry.ts";

export interface RegistryOptions extends Pick<ManifestOptions, "apis" | "ceiling"> {
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
  const reading: Reading = { evaluateModule: null };
  let changed: ReadonlySet<string> | null = new Set();
  const lookNow = inTurn(async () => {
    const paths = changed;
    changed = new Set();
    return look(options, state, reading, paths);
  });
  /** `null`: anything may have changed. */
  const reload = (paths: ReadonlySet<string> | null): Promise<RegistrySnapshot> => {
    changed = paths === null || changed === null ? null : new Set([...changed, ...paths]);
    return lookNow();
  };
  await reload(null);
  let watch: PlaceWatch | null = null;
  let closed = false;
  return {
    get snapshot() {
      return state.snapshot();
    },
    onChange: (listener) => state.listen(listener),
    reload: async () => (closed ? state.snapshot() : reload(null)),
    add: (...tools) => state.add(tools),
    setStored: (stored) => state.setStored(stored),
    setUpstream: (tools, issues) => state.setUpstream(tools, issues),
    report: (about, issues) => state.report(about, issues),
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

/** What is known between two looks besides the files. */
interface Reading {
  evaluateModule: ModuleEvaluator | null;
}

async function look(
  { folders, trustedFiles, apis, ceiling }: RegistryOptions,
  state: RegistryState,
  reading: Reading,
  changed: ReadonlySet<string> | null,
): Promise<RegistrySnapshot> {
  const trusted = await readTrust(trustedFiles, state);
  const options: LoadOptions = { apis, ceiling, trusted, changed, ...reading };
  const loaded = loadToolFiles(folders, state.loaded(), options);
  if (!loaded.needsEvaluator) return state.setLoaded(loaded);
  await loadEvaluator(reading, state);
  if (reading.evaluateModule === null) return state.setLoaded(loaded);
  return state.setLoaded(loadToolFiles(folders, loaded, { ...options, ...reading, changed: null }));
}

async function loadEvaluator(reading: Reading, state: RegistryState): Promise<void> {
  try {
    reading.evaluateModule = await getModuleEvaluator();
    state.report("modules", []);
  } catch (error) {
    const message = `module files cannot be read (${toText(error)})`;
    state.report("modules", [toFileIssue("(modules)", "no-module-evaluator", message, "Run `toolgate doctor`.")]);
  }
}

async function readTrust(
  trustedFiles: RegistryOptions["trustedFiles"],
  state: RegistryState,
): Promise<TrustedFiles | null> {
  try {
    const content = await trustedFiles?.();
    state.report("trust", content?.issue == null ? [] : [content.issue]);
    return content?.files ?? null;
  } catch (error) {
    const message = `whether the project is trusted could not be looked up (${toText(error)}); changed files wait`;
    state.report("trust", [toFileIssue("(trust)", "trust-unknown", message, "Run `toolgate doctor`.")]);
    return state.loadedHashes();
  }
}

function follow(
  folders: readonly ToolFolder[],
  reload: (paths: ReadonlySet<string> | null) => Promise<unknown>,
  state: RegistryState,
): PlaceWatch {
  const first = folders[0]?.folder ?? "(no folder)";
  const report = (error: unknown): void => {
    const message = `changes to tool files can no longer be followed (${toText(error)})`;
    state.report("watch", [toFileIssue(first, "watch-failed", message, "Restart Toolgate to pick up changes.")]);
  };
  return watchFolders(listWatched(folders), (paths) => void reload(paths).catch(report), report);
}

function listWatched(folders: readonly ToolFolder[]): readonly string[] {
  return folders.flatMap((folder) => [folder.folder, ...listToolcladPlaces(folder)]);
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
