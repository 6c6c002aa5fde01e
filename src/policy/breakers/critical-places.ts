import { toAbsolute } from "../needs/list-needed-facts.ts";
import type { Facts } from "../../model/facts.ts";
import { isWithin } from "../../params/posix-path.ts";
import type { CommandItem } from "../../shell/analysis.ts";

/** Where temporary files lie: what is below may go without a question, the folders themselves may not. */
const TEMPORARY: readonly string[] = ["/tmp", "/var/tmp"];

/**
 * Why removing or changing everything at `path` would be a disaster: a root, its children, the home folder and its
 * children, a workspace root or what it lies in, the working folder, anything outside the workspace. `null`: it is not.
 */
export function findCritical(path: string, facts: Facts): string | null {
  const real = facts.realPaths.get(path);
  return judge(path, facts) ?? (real === undefined || real === path ? null : judge(real, facts));
}

function judge(path: string, { roots, home, folder }: Facts): string | null {
  if (path === "/") return "it is the root of the file system";
  if (roots.some((root) => isWithin(root, path))) return "it is the workspace, or holds it";
  if (isWithin(folder, path)) return "it is the folder that the call works in, or holds it";
  if (isWithin(home, path)) return "it is the home folder, or holds it";
  if (!path.slice(1).includes("/")) return "it lies directly in the root of the file system";
  if (path.slice(0, path.lastIndexOf("/")) === home) return "it lies directly in the home folder";
  const isInside = [...roots, ...TEMPORARY].some((base) => isWithin(path, base) && path !== base);
  return isInside ? null : "it lies outside the workspace";
}

/** A target as a path, or why that is not known. `*` stands for the folder that it is read in: all in it is meant. */
export function toTargets(word: string | null, item: CommandItem | null, facts: Facts): readonly string[] | "unknown" {
  if (word === null) return "unknown";
  const possible = item === null ? [""] : item.folder === null ? item.folders : [item.folder];
  if (possible === undefined) return "unknown";
  const plain = word.replace(NEARLY_ALL, "");
  return possible.map((folder) => toAbsolute(plain, toAbsolute(folder, facts.folder, facts.home), facts.home));
}

/** A last part that names of all kinds fit: `*`, `.*`, `?*`, `[a-z]*`, `.[!.]*`. */
const NEARLY_ALL = /(?:^|(?<=\/))\.{0,2}(?:\?|\[[^\]/]*\])*\*(?:\*|\?|\[[^\]/]*\])*\/?$/;
