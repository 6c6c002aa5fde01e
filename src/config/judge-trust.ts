import type { ManifestIssue } from "../manifest/manifest.ts";
import { toFileIssue } from "../registry/list-tool-files.ts";
import type { TrustedContent } from "../registry/files/trusted-files.ts";
import type { TrustState } from "./config.ts";
import type { Environment } from "./folders.ts";
import { readProject } from "./read-project.ts";
import type { Project } from "./read-project.ts";

/** Gives what was recorded for a workspace, or `null`. */
export type TrustLookup = (workspace: string) => Promise<string | null>;

/** Which content of project tool files may be loaded now. */
export type TrustCheck = () => Promise<TrustedContent>;

/** Whether a project counts as it stands now. `TOOLGATE_TRUST=1` trusts what is there at the start, for automation. */
export async function judgeTrust(
  { hash }: Project,
  workspace: string,
  env: Environment,
  lookup: TrustLookup,
): Promise<TrustState> {
  if (env.TOOLGATE_TRUST === "1") return { kind: "trusted", hash };
  const recorded = await lookup(workspace);
  if (recorded === hash) return { kind: "trusted", hash };
  return { kind: "untrusted", hash, reason: recorded === null ? "never" : "changed" };
}

/**
 * Makes the registry's question "what may be loaded from this project?" for a project that is trusted at start: the
 * content that was there then and, after `toolgate trust` ran again, the content that it recorded. So an agent that
 * can write into the folder cannot give itself tools. Without a `lookup` nothing that comes later is admitted.
 *
 * Rules, roots and scope of this process are those of its start, so tools that were trusted together with others wait.
 */
export function createTrustCheck(
  start: Project,
  workspace: string,
  home: string,
  lookup: TrustLookup | null,
): TrustCheck {
  let trusted = start;
  return async () => {
    const recorded = (await lookup?.(workspace)) ?? trusted.hash;
    const project = recorded === trusted.hash ? null : readProject(workspace, start.layer.file, home).project;
    const isAccepted = project?.hash === recorded;
    const waits = isAccepted && !isConfiguredAlike(project, start);
    if (isAccepted && !waits) trusted = project;
    const files = new Map(trusted.tools.map(({ path, sha256 }) => [path, sha256]));
    return { files, issue: waits ? toConfigChanged(start.layer.file) : null };
  };
}

function isConfiguredAlike(one: Project, other: Project): boolean {
  const isSameScope = one.scope?.file === other.scope?.file && one.scope?.sha256 === other.scope?.sha256;
  return isSameScope && one.layer.sha256 === other.layer.sha256;
}

function toConfigChanged(file: string): ManifestIssue {
  const message =
    "this project was trusted with another configuration or scope file than this process started with, " +
    "so what changed in its tools is not loaded";
  return toFileIssue(file, "config-changed", message, "Restart Toolgate to load both.");
}
