import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/**
 * The folder whose gateway answers for a place: that of the nearest `toolgate.toml` upward, or the place itself. The same
 * as `locateConfig` finds, with nothing to load: a hook has little time.
 * @param userFile the person's own configuration, which is never a project's
 */
export function findWorkspace(folder: string, userFile: string): string {
  const start = realpathSync(folder);
  for (let at = start; ; at = path.dirname(at)) {
    const file = path.join(at, "toolgate.toml");
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return isSame(file, userFile) ? start : at;
    if (path.dirname(at) === at) return start;
  }
}

function isSame(one: string, other: string): boolean {
  const left = statSync(one, { throwIfNoEntry: false });
  const right = statSync(other, { throwIfNoEntry: false });
  return left !== undefined && left.ino === right?.ino && left.dev === right.dev;
}
