import type { Layer, Tool } from "../model/tool.ts";

/** What is wrong with a definition, and where. */
export interface ManifestIssue {
  readonly severity: "error" | "warning";
  /** Stable, kebab-case: `unknown-key`, `unknown-type`, `unused-param`, `undeclared-placeholder`, `duplicate-name` … */
  readonly code: string;
  /** Says what was expected and what came, with a suggestion where there is a near one. */
  readonly message: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** 1-based, exclusive, on `line`; equals `column` when the issue is a point. */
  readonly endColumn: number;
  /** What to write instead, or do. */
  readonly hint: string | null;
}

/** A definition with an error gives no tool; warnings do not stop it. */
export interface ManifestResult {
  readonly tools: readonly Tool[];
  readonly issues: readonly ManifestIssue[];
}

export interface ManifestOptions {
  /** For messages and `Tool.origin`. */
  readonly file: string;
  readonly layer: Layer;
  /** @default from the file name: `*.clad.toml` is ToolClad, any other `*.toml` a whitelist tool. */
  readonly format?: "whitelist" | "toolclad" | undefined;
}

/** A tool as a format reads it; where it stands and its hash are added once for all formats. */
export type ToolDraft = Omit<Tool, "origin" | "definitionHash">;
