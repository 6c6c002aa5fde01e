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
  /** Names served from an earlier version because their file is broken now. */
  readonly stale: ReadonlySet<string>;
}

export interface ToolFolder {
  readonly layer: Layer;
  readonly folder: string;
}

export interface Registry {
  readonly snapshot: RegistrySnapshot;
  /** Called after a swap. Returns how to stop listening. */
  onChange(listener: (snapshot: RegistrySnapshot) => void): () => void;
  /** Looks at every folder again now. */
  reload(): Promise<RegistrySnapshot>;
  /** Adds a tool given in code; replaces one of the same name in its layer. Returns how to remove it. */
  add(tool: Tool): () => void;
  /** Starts watching the folders. */
  watch(): void;
  close(): Promise<void>;
}
