import { findGrantIssues } from "../../call/plan/sandbox/find-grant-issues.ts";
import { findImageIssue } from "../../call/plan/sandbox/find-image-issue.ts";
import type { Config } from "../../config/config.ts";
import type { DecidingPlaces } from "../../config/permissions/create-permission-source.ts";
import { locateSource } from "../../config/permissions/locate-source.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { listProtectedFolders } from "../../wiring/list-protected-folders.ts";

/** What keeps tools from being confined as the configuration and they themselves say, on this machine. */
export function findSandboxIssues(
  config: Config,
  tools: readonly Tool[],
  files: DecidingPlaces,
): readonly ManifestIssue[] {
  const locate = (source: string): Pick<ManifestIssue, "file" | "line"> => locateSource(source, files);
  const image = findImageIssue(tools, config, locate);
  const protectedFolders = listProtectedFolders(config);
  return [...(image === null ? [] : [image]), ...findGrantIssues(tools, { config, protectedFolders, locate })];
}
