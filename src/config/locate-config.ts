import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../manifest/manifest.ts";
import { toFileIssue } from "../registry/list-tool-files.ts";
import type { Folders } from "./folders.ts";

export const CONFIG_NAME = "toolgate.toml";

/** Which files configure this run. */
export interface ConfigLocation {
  /** The project's folder, or the current folder when there is no project. Absolute, real. */
  readonly workspace: string;
  /** The project's configuration; absolute. */
  readonly projectFile: string | null;
  /** The person's own configuration; absolute. */
  readonly userFile: string | null;
}

export type LocateResult =
  { readonly ok: true; readonly location: ConfigLocation } | { readonly ok: false; readonly issue: ManifestIssue };

/**
 * Finds the project's `toolgate.toml`: the given path (a file, or a folder that holds one), or the nearest upward from
 * `cwd`. The person's own file is never taken for a project, wherever the search starts.
 */
export function locateConfig(cwd: string, configPath: string | undefined, folders: Folders): LocateResult {
  const userFile = exists(folders.userConfigFile) ? folders.userConfigFile : null;
  const given = configPath === undefined ? null : toFile(path.resolve(cwd, configPath));
  if (given !== null && !exists(given)) return { ok: false, issue: toNotFound(given) };
  const found = given ?? findUpward(realpathSync(cwd));
  if (found === null || isSame(found, userFile)) {
    return { ok: true, location: { workspace: realpathSync(cwd), projectFile: null, userFile } };
  }
  const workspace = realpathSync(path.dirname(found));
  return { ok: true, location: { workspace, projectFile: path.join(workspace, path.basename(found)), userFile } };
}

function findUpward(folder: string): string | null {
  const file = path.join(folder, CONFIG_NAME);
  if (exists(file)) return file;
  const parent = path.dirname(folder);
  return parent === folder ? null : findUpward(parent);
}

function toFile(given: string): string {
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? path.join(given, CONFIG_NAME) : given;
}

/** A dangling link exists: what it should have said is unknown, so passing over it could lose a deny rule. */
function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function isSame(one: string, other: string | null): boolean {
  if (other === null) return false;
  const left = statSync(one, { throwIfNoEntry: false });
  const right = statSync(other, { throwIfNoEntry: false });
  return left !== undefined && left.ino === right?.ino && left.dev === right.dev;
}

function toNotFound(file: string): ManifestIssue {
  const hint = "Run `toolgate init` to make a workspace, or give the path of one with `--config`.";
  return toFileIssue(file, "config-not-found", "there is no configuration file here", hint);
}
