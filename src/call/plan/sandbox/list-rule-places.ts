import path from "node:path";
import type { Config } from "../../../config/config.ts";
import { resolvePath } from "../../../facts/resolve-path.ts";

/** Files and folders from which this gateway takes its configuration, tools, policies and scope. Absolute, links followed. */
export function listRulePlaces({ configFile, toolFolders, cedar, scope, workspace }: Config): readonly string[] {
  const places = [
    ...(configFile === null ? [] : [configFile]),
    path.join(workspace, "toolgate.toml"),
    ...toolFolders.map(({ folder }) => folder),
    ...cedar.files.map(({ file }) => file),
    ...(scope.file === null ? [] : [scope.file]),
  ];
  return [...new Set(places.map((place) => resolvePath(place).resolved))];
}
