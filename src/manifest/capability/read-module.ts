import type { ManifestIssue, ManifestOptions, PlacedDraft } from "../manifest.ts";

export function readModule(
  _text: string,
  _options: ManifestOptions,
): {
  readonly drafts: readonly PlacedDraft[];
  readonly issues: readonly ManifestIssue[];
  locate(): { line: number; column: number; endColumn: number };
} {
  return { drafts: [], issues: [], locate: () => ({ line: 1, column: 1, endColumn: 1 }) };
}
