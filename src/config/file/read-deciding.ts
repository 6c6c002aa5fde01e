import { realpathSync } from "node:fs";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { showText } from "../../text/show-text.ts";
import { readPolicies } from "../cedar/read-policies.ts";
import type { PolicyFile } from "../cedar/read-policies.ts";
import { isInside } from "../places.ts";
import { readConfigLayer } from "./config-layer.ts";
import type { ConfigLayer, LayerResult } from "./config-layer.ts";

/** A configuration with its Cedar policies: everything in files that decides about calls. */
export interface DecidingFiles {
  /** `null` when there is an error among the issues. */
  readonly layer: ConfigLayer | null;
  readonly policies: readonly PolicyFile[];
  readonly issues: readonly ManifestIssue[];
}

/** Reads a person's own configuration, which may be a link to anywhere. */
export function readUserLayer(file: string, home: string): DecidingFiles {
  const real = resolveLink(file);
  if (real === null) {
    const issue = toFileIssue(file, "unreadable", "the configuration file is gone, or a link that leads nowhere");
    return { layer: null, policies: [], issues: [issue] };
  }
  return withPolicies(readConfigLayer("user", file, real), home);
}

/** Reads the configuration of a project, which must be inside its folder. */
export function readProjectLayer(workspace: string, file: string, home: string): DecidingFiles {
  const real = resolveLink(file) ?? file;
  if (isInside(workspace, real)) return withPolicies(readConfigLayer("project", file, real), home);
  const message = `the configuration of a project must be inside its folder, but it is a link to ${showText(real)}`;
  return { layer: null, policies: [], issues: [toFileIssue(file, "symlink-outside", message)] };
}

export function hasErrors(issues: readonly ManifestIssue[]): boolean {
  return issues.some(({ severity }) => severity === "error");
}

function withPolicies({ layer, issues }: LayerResult, home: string): DecidingFiles {
  if (layer === null) return { layer, policies: [], issues };
  const { files, issues: found } = readPolicies(layer, home);
  const all = [...issues, ...found];
  return hasErrors(found) ? { layer: null, policies: [], issues: all } : { layer, policies: files, issues: all };
}

function resolveLink(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}
