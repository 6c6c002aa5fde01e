import { isWithin } from "../../params/posix-path.ts";
import type { ArrangedPlace } from "./arrange-places.ts";

/**
 * The folders between each place and the innermost writable one around it. Put in place once more, they cannot be renamed:
 * otherwise a program moves `.git` away, and makes a new one with hooks of its own.
 */
export function findPins(places: readonly ArrangedPlace[], writable: readonly ArrangedPlace[]): readonly string[] {
  const pins = places.flatMap(({ path }) => {
    const roots = writable.filter((root) => root.path !== path && isWithin(path, root.path));
    const innermost = roots.reduce((longest, root) => (root.path.length > longest.length ? root.path : longest), "");
    return innermost === "" ? [] : foldersBetween(innermost, path);
  });
  return [...new Set(pins)];
}

function foldersBetween(root: string, path: string): readonly string[] {
  const base = root === "/" ? "" : root;
  const steps = path.slice(base.length + 1).split("/");
  return steps.slice(1).map((_, index) => `${base}/${steps.slice(0, index + 1).join("/")}`);
}
