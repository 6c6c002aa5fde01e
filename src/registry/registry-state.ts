import type { ManifestIssue } from "../manifest/manifest.ts";
import type { Tool } from "../model/tool.ts";
import { NO_FILES } from "./files/load-tool-files.ts";
import type { LoadedFiles } from "./files/load-tool-files.ts";
import type { TrustedFiles } from "./files/trusted-files.ts";
import { buildSnapshot, isSameSnapshot } from "./layers/build-snapshot.ts";
import { joinUpstream } from "./layers/join-upstream.ts";
import { resolveLayers } from "./layers/resolve-layers.ts";
import type { Winners } from "./layers/resolve-layers.ts";
import { resolveOverlays } from "./layers/resolve-overlays.ts";
import type { RegistrySnapshot, StoredTools } from "./registry.ts";

export type SnapshotListener = (snapshot: RegistrySnapshot) => void;

/** Holds the current snapshot and everything the next one is made from. */
export interface RegistryState {
  snapshot(): RegistrySnapshot;
  loaded(): LoadedFiles;
  /** The project files as they are loaded now: what may stay when trust cannot be looked up. */
  loadedHashes(): TrustedFiles;
  setLoaded(loaded: LoadedFiles): RegistrySnapshot;
  setStored(stored: StoredTools): RegistrySnapshot;
  setUpstream(tools: readonly Tool[], issues: readonly ManifestIssue[]): RegistrySnapshot;
  /** Issues that come from elsewhere than files and layers, by what they are about; none takes them back. */
  report(about: string, issues: readonly ManifestIssue[]): void;
  add(tools: readonly Tool[]): () => void;
  listen(listener: SnapshotListener): () => void;
  forgetListeners(): void;
}

export function createRegistryState(maxIssues: number): RegistryState {
  const parts: Parts = {
    loaded: NO_FILES,
    stored: NO_STORED,
    upstream: [],
    added: new Map(),
    issues: new Map(),
    winners: new Map(),
  };
  const empty = { definitions: new Map(), overlays: new Map(), issues: [], maxIssues };
  let snapshot = buildSnapshot({ ...empty, version: 0 });
  const listeners = new Set<SnapshotListener>();

  // The new state is complete before anybody can see it.
  const swap = (): RegistrySnapshot => {
    const next = assemble(parts, snapshot.version + 1, maxIssues);
    if (isSameSnapshot(next, snapshot)) return snapshot;
    snapshot = next;
    for (const listener of [...listeners]) listener(snapshot);
    return snapshot;
  };
  return {
    snapshot: () => snapshot,
    loaded: () => parts.loaded,
    loadedHashes: () => toHashes(parts.loaded),
    setLoaded(loaded) {
      parts.loaded = loaded;
      return swap();
    },
    setStored(stored) {
      parts.stored = stored;
      return swap();
    },
    setUpstream(tools, issues) {
      parts.upstream = tools;
      if (issues.length === 0) parts.issues.delete("upstream");
      else parts.issues.set("upstream", issues);
      return swap();
    },
    report(about, issues) {
      if (issues.length === 0 && !parts.issues.delete(about)) return;
      if (issues.length > 0) parts.issues.set(about, issues);
      swap();
    },
    add(tools) {
      const keyed = tools.map((tool) => [toKey(tool), tool] as const);
      for (const [key, tool] of keyed) parts.added.set(key, tool);
      swap();
      return () => {
        for (const [key, tool] of keyed) if (parts.added.get(key) === tool) parts.added.delete(key);
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

interface Parts {
  loaded: LoadedFiles;
  stored: StoredTools;
  upstream: readonly Tool[];
  readonly added: Map<string, Tool>;
  readonly issues: Map<string, readonly ManifestIssue[]>;
  /** Of the last time: what was served then has the better claim. */
  winners: Winners;
}

const NO_STORED: StoredTools = { everybody: [], overlays: new Map(), issues: [] };

function assemble(parts: Parts, version: number, maxIssues: number): RegistrySnapshot {
  const { loaded, stored, added, upstream } = parts;
  const others = [...added.values(), ...stored.everybody].map((tool) => ({ tool, stale: false }));
  const resolved = resolveLayers([...loaded.definitions, ...others], parts.winners);
  parts.winners = resolved.winners;
  const joined = joinUpstream(resolved, upstream);
  const { overlays, issues } = resolveOverlays(stored.overlays, joined);
  const all = [loaded.issues, stored.issues, joined.issues, issues, ...parts.issues.values()].flat();
  return buildSnapshot({ version, definitions: joined.tools, overlays, issues: all, maxIssues });
}

/** Code may not speak for the files of a person or a project. */
function toKey({ name, origin }: Tool): string {
  if (origin.layer === "builtin" || origin.layer === "session") return `${origin.layer} ${name}`;
  throw new TypeError(`A tool given in code is of the builtin or session layer; \`${name}\` says ${origin.layer}.`);
}

function toHashes({ files, projects }: LoadedFiles): TrustedFiles {
  const project = [...files.values()].filter(({ layer }) => layer === "project");
  const settings = [...projects.values()].flatMap(({ file, key }) => (file === null ? [] : [[file, key] as const]));
  return new Map([...project.map(({ path, sha256 }) => [path, sha256 ?? ""] as const), ...settings]);
}
