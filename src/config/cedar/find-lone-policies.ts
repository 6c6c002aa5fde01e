import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { DEFAULTS } from "../defaults.ts";
import type { Folders } from "../folders.ts";

/** A person's policies are those that their `toolgate.toml` names: without one, what they forbid would be lost silently. */
export function findLonePolicies({ config, userConfigFile }: Folders): readonly ManifestIssue[] {
  const folders = DEFAULTS.cedarPolicies.map((name) => path.join(config, name)).filter((folder) => existsSync(folder));
  const lone = folders.filter((folder) => readdirSync(folder).some((name) => name.endsWith(".cedar")));
  const message = "these policies only count with a toolgate.toml beside their folder";
  return lone.map((folder) =>
    toFileIssue(folder, "lone-policies", message, `Create ${userConfigFile}; it may be empty.`),
  );
}
