import { realpathSync } from "node:fs";
import path from "node:path";
import { readConfigLayer } from "../../config/file/config-layer.ts";
import { resolveFolders } from "../../config/folders.ts";
import { CONFIG_NAME, locateConfig } from "../../config/locate-config.ts";
import { isInside, resolvePlace } from "../../config/places.ts";
import { ImportError } from "../../import/import-result.ts";
import type { Cli } from "../cli.ts";
import type { ImportContext } from "./report.ts";

type Surroundings = Pick<Cli, "cwd" | "env" | "configPath">;

/** The folder that tool files go to: the named one, else the first tool folder of the project here. */
export function findToolFolder({ cwd, env, configPath }: Surroundings, { out }: ImportContext): string {
  if (out !== null) return path.resolve(cwd, out);
  const folders = resolveFolders(env);
  const located = locateConfig(cwd, configPath, folders);
  if (!located.ok) throw new ImportError(located.issue.message, located.issue.hint);
  const { workspace, projectFile } = located.location;
  const data = projectFile === null ? null : readConfigLayer("project", projectFile, projectFile).layer?.data;
  const folder = resolvePlace(workspace, data?.registry?.paths?.[0] ?? "tools", folders.home);
  if (isInside(workspace, folder)) return folder;
  throw new ImportError("the tool folder of this project leads out of it", "Name another one with --out.");
}

/** The `toolgate.toml` to add to: that of the named folder, else the project's, else a new one here. */
export function findConfigFile({ cwd, env, configPath }: Surroundings, { out }: ImportContext): string {
  if (out !== null) return path.join(path.resolve(cwd, out), CONFIG_NAME);
  const located = locateConfig(cwd, configPath, resolveFolders(env));
  if (!located.ok) throw new ImportError(located.issue.message, located.issue.hint);
  return located.location.projectFile ?? path.join(realpathSync(cwd), CONFIG_NAME);
}

/** As people would name it from where they are. */
export function toShownPath(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith("..") ? file : relative;
}
