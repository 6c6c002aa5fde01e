import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";

/** A tool as it is loaded now. */
export interface ListedExtension {
  readonly tool: Tool;
  /** `agent:NAME` or `session:ID`: only that one has it; `null`: everybody. */
  readonly owner: string | null;
  /** Its file is broken now, and this is what it said before. */
  readonly stale: boolean;
}

export interface LoadedExtensions {
  readonly tools: readonly ListedExtension[];
  readonly issues: readonly ManifestIssue[];
}
