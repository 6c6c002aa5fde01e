import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { readProject } from "../read-project.ts";
import type { Project } from "../read-project.ts";
import type { TrustLookup } from "../judge-trust.ts";

/** The state of a project that a person accepted last. */
export interface AcceptedProject {
  readonly project: Project;
  /** What people should know about a later state that is accepted, too, and not in use. */
  readonly issue: ManifestIssue | null;
}

/** Gives the state that counts now. Rejects when what was recorded cannot be looked up. */
export type ProjectTrust = () => Promise<AcceptedProject>;

/**
 * For a project that is trusted at start: its state then and, after `toolgate trust` ran again, the state that was
 * recorded, as long as the files still are what they were when that was done. So an agent that can write into the folder
 * gives itself nothing. Without a `lookup` nothing that comes later is accepted.
 *
 * Rules and roots of this process are those of its start, so a state with another configuration file waits.
 */
export function createProjectTrust(
  start: Project,
  workspace: string,
  home: string,
  lookup: TrustLookup | null,
): ProjectTrust {
  let accepted = start;
  return async () => {
    const recorded = (await lookup?.(workspace)) ?? accepted.hash;
    if (recorded === accepted.hash) return { project: accepted, issue: null };
    const { project } = readProject(workspace, start.layer.file, home);
    if (project?.hash !== recorded) return { project: accepted, issue: null };
    if (project.layer.sha256 !== start.layer.sha256) {
      return { project: accepted, issue: toConfigChanged(start.layer.file) };
    }
    accepted = project;
    return { project, issue: null };
  };
}

function toConfigChanged(file: string): ManifestIssue {
  const message =
    "this project was trusted with another configuration file than this process started with, " +
    "so what changed in its tools and scope is not loaded";
  return toFileIssue(file, "config-changed", message, "Restart Toolgate to load all of it.");
}
