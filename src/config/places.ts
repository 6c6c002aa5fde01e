import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { showText } from "../text/show-text.ts";
import { addError } from "../manifest/toml/issue-log.ts";
import type { IssueLog } from "../manifest/toml/issue-log.ts";
import type { ConfigLayer } from "./file/config-layer.ts";

/** Whether `place` is `folder` or below it; both absolute and real. */
export function isInside(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** A path of a configuration file made absolute, links resolved as far as it exists. `~/` is the home folder. */
export function resolvePlace(folder: string, written: string, home: string): string {
  const absolute = written.startsWith("~/") ? path.join(home, written.slice(2)) : path.resolve(folder, written);
  try {
    return realpathSync(absolute);
  } catch {
    return absolute;
  }
}

/** The folders that a file lets tools work in; a missing one is an error, since nothing could be confined to it. */
export function resolveRoots(layer: ConfigLayer, home: string, log: IssueLog): readonly string[] {
  return (layer.data.workspace?.roots ?? []).flatMap((written, index) => {
    const root = resolvePlace(layer.folder, written, home);
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) return [root];
    const place = { path: ["workspace", "roots", index], part: "value" } as const;
    addError(log, "missing-folder", place, `\`workspace.roots\`: there is no folder "${showText(written)}"`);
    return [];
  });
}
