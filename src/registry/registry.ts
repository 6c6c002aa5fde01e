import type { ManifestIssue } from "../manifest/manifest.ts";
import type { Layer, Tool } from "../model/tool.ts";

/** One immutable state of everything that is declared. A change makes a new one, swapped in at once. */
export interface RegistrySnapshot {
  /** Grows with every change. */
  readonly version: number;
  /** The tool that a name means, switched off or not. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Enabled tools by name, in a fixed order: what may be listed. */
  readonly listed: readonly Tool[];
  /** What the last look at the files found wrong; tools may still be served from their last good version. */
  readonly issues: readonly ManifestIssue[];
  /**
   * Tools that only some callers have, by `agent:NAME` or `session:ID`. Within a view a session's tool comes before the
   * agent's, and that before `tools`; each was checked for consent to replace what it stands in front of.
   */
  readonly overlays: ReadonlyMap<string, ReadonlyMap<string, Tool>>;
  /** Names served from an earlier version because their file is broken now. */
  readonly stale: ReadonlySet<string>;
}

/** Who looks at the registry. */
export interface Viewer {
  readonly agent: string;
  readonly session: string | null;
}

/** Tools from the database, already parsed. */
export interface StoredTools {
  /** `user` layer: for everybody. */
  readonly everybody: readonly Tool[];
  /** By `agent:NAME` or `session:ID`. */
  readonly overlays: ReadonlyMap<string, readonly Tool[]>;
  readonly issues: readonly ManifestIssue[];
}

export interface ToolFolder {
  readonly layer: Layer;
  readonly folder: string;
  /**
   * What is looked at for the folder stays in here, also the `toolclad.toml` of its parent: the root of a project, whose
   * surroundings are not its own. @default anywhere
   */
  readonly within?: string | undefined;
}

export interface Registry {
  readonly snapshot: RegistrySnapshot;
  /** Called after a swap. Returns how to stop listening. */
  onChange(listener: (snapshot: RegistrySnapshot) => void): () => void;
  /** Looks at every folder again now. */
  reload(): Promise<RegistrySnapshot>;
  /** Adds tools given in code; each replaces one of the same name in its layer. Returns how to remove them. */
  add(...tools: readonly Tool[]): () => void;
  /** Puts the tools of the database in place of those set before. */
  setStored(stored: StoredTools): RegistrySnapshot;
  /**
   * Puts the tools of upstream servers in place of those set before. They never replace a tool of any layer: a name that
   * is taken means what it meant.
   */
  setUpstream(tools: readonly Tool[], issues: readonly ManifestIssue[]): RegistrySnapshot;
  /** Shows issues of something that is followed beside the files, in place of those it had; `about` names it. */
  report(about: string, issues: readonly ManifestIssue[]): void;
  /** Starts watching the folders. */
  watch(): void;
  close(): Promise<void>;
}
