import path from "node:path";
import type { JsonObject } from "../../model/json.ts";
import type { ListedExtension } from "./loaded-extensions.ts";

export interface Listed {
  readonly one: ListedExtension;
  readonly entry: JsonObject;
}

/** The files in the order of their first tool. What has no file is given in code, or comes with Toolgate. */
export function groupByFile(listed: readonly Listed[], workspace: string): readonly JsonObject[] {
  const groups = Map.groupBy(listed, ({ one }) => one.tool.origin.file);
  return [...groups].map(([file, members]) => ({
    path: file === null ? null : showPlace(file, workspace),
    tools: members.map(({ entry }) => entry),
  }));
}

/** Relative to the workspace where it is inside. */
export function showPlace(file: string, workspace: string): string {
  const relative = path.relative(workspace, file);
  const isInside = relative !== "" && relative !== ".." && !relative.startsWith("../") && !path.isAbsolute(relative);
  return path.isAbsolute(file) && isInside ? relative : file;
}
