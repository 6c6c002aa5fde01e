import type { ManifestIssue } from "../manifest/manifest.ts";
import type { Tool } from "../model/tool.ts";
import { buildSnapshot, isSameSnapshot } from "./build-snapshot.ts";
import type { LoadedFiles, TrustedFiles } from "./load-tool-files.ts";
import type { RegistrySnapshot } from "./registry.ts";
import { resolveLayers } from "./resolve-layers.ts";
import type { Winners } from "./resolve-layers.ts";

export type SnapshotListener = (snapshot: RegistrySnapshot) => void;

/** Holds the current snapshot and everything the next one is made from. */
export interface RegistryState {
  snapshot(): RegistrySnapshot;
  loaded(): LoadedFiles;
  /** The project files as they are loaded now: what may stay when trust cannot be looked up. */
  loadedHashes(): TrustedFiles;
  setLoaded(loaded: LoadedFiles): RegistrySnapshot;
  /** An issue of the registry itself, by what it is about; `null` takes it back. */
  setIssue(about: "trust" | "watch", issue: ManifestIssue | null): void;
  add(tool: Tool): () => void;
  listen(listener: SnapshotListener): () => void;
  forgetListeners(): void;
}

export function createRegistryState(maxIssues: number): RegistryState {
  let loaded: LoadedFiles = { files: new Map(), definitions: [], issues: [] };
  let winners: Winners = new Map();
  let snapshot = buildSnapshot(0, new Map(), [], maxIssues);
  const issues = new Map<string, ManifestIssue>();
  const added = new Map<string, Tool>();
  const listeners = new Set<SnapshotListener>();

  // The new state is complete before anybody can see it.
  const swap = (): RegistrySnapshot => {
    const code = [...added.values()].map((tool) => ({ tool, stale: false }));
    const resolved = resolveLayers([...loaded.definitions, ...code], winners);
    winners = resolved.winners;
    const all = [...loaded.issues, ...resolved.issues, ...issues.values()];
    const next = buildSnapshot(snapshot.version + 1, resolved.tools, all, maxIssues);
    if (isSameSnapshot(next, snapshot)) return snapshot;
    snapshot = next;
    for (const listener of [...listeners]) listener(snapshot);
    return snapshot;
  };
  return {
    snapshot: () => snapshot,
    loaded: () => loaded,
    loadedHashes: () => toHashes(loaded),
    setLoaded(now) {
      loaded = now;
      return swap();
    },
    setIssue(about, issue) {
      if (issue === null) issues.delete(about);
      else issues.set(about, issue);
      swap();
    },
    add(tool) {
      const key = toKey(tool);
      added.set(key, tool);
      swap();
      return () => {
        if (added.get(key) !== tool) return;
        added.delete(key);
        swap();
      };
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    forgetListeners: () => listeners.clear(),
  };
}

/** Code may not speak for the files of a person or a project. */
function toKey({ name, origin }: Tool): string {
  if (origin.layer === "builtin" || origin.layer === "session") return `${origin.layer} ${name}`;
  throw new TypeError(`A tool given in code is of the builtin or session layer; \`${name}\` says ${origin.layer}.`);
}

function toHashes({ files }: LoadedFiles): TrustedFiles {
  const project = [...files.values()].filter(({ layer }) => layer === "project");
  return new Map(project.map(({ path, sha256 }) => [path, sha256 ?? ""]));
}
