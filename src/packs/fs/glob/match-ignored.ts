import type { IgnoreRule } from "./parse-ignore-file.ts";

/** The rules of one folder's ignore file. */
export interface IgnoreLayer {
  /** The folder, absolute. */
  readonly folder: string;
  readonly rules: readonly IgnoreRule[];
}

/**
 * Whether an entry is ignored: the last rule that matches decides, and rules of deeper folders come later. `layers` go
 * from the outermost folder inwards; `path` is absolute and below all of them.
 */
export function matchIgnored(layers: readonly IgnoreLayer[], path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  for (const { folder, rules } of layers.toReversed()) {
    const relative = path.slice(folder === "/" ? 1 : folder.length + 1);
    const last = rules.findLast(
      (rule) => (isFolder || !rule.foldersOnly) && rule.matches(rule.scope === "name" ? name : relative),
    );
    if (last !== undefined) return !last.negated;
  }
  return false;
}
