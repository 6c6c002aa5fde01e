import type { PlannedPath } from "../model/plan.ts";
import type { ProgramFact } from "./find-program.ts";
import { findProgram, searchPath } from "./find-program.ts";
import { resolvePath } from "./resolve-path.ts";

/** How long a found program is taken to be where it was. What starts is looked at again right before it does. */
const FRESH_MS = 1_000;

export interface ProgramFinder {
  /** What the child's `PATH` is. */
  readonly searchPath: string;
  find(name: string): PlannedPath | Exclude<ProgramFact, { found: true }>;
}

/** Finds programs for one workspace; a name that is called again and again is not looked up each time. */
export function createProgramFinder(
  pathVariable: string | undefined,
  roots: readonly string[],
  base: string,
  now: () => number,
): ProgramFinder {
  const folders = searchPath(pathVariable, roots);
  const found = new Map<string, { readonly place: PlannedPath; readonly at: number }>();
  return {
    searchPath: folders.join(":"),
    find(name) {
      const known = found.get(name);
      if (known !== undefined && now() - known.at < FRESH_MS) return known.place;
      const fact = findProgram(name, folders, base);
      if (!fact.found) return fact;
      const place = { candidate: fact.file, param: "", resolved: resolvePath(fact.file).resolved };
      found.set(name, { place, at: now() });
      return place;
    },
  };
}
