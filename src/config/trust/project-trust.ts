import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { isSameAtStart } from "../permissions/start-data.ts";
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
 * What decides about calls is followed. The rest of the configuration, such as the roots, is that of the start, so a
 * state with another one waits as a whole.
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
    if (!isSameAtStart(project.layer.data, start.layer.data)) {
      return { project: accepted, issue: toConfigChanged(start.layer.file) };
    }
    accepted = project;
    return { project, issue: null };
  };
}

function toConfigChanged(file: string): ManifestIssue {
  const message =
    "this project was trusted with another configuration file than this process started with, " +
    "which cannot change while it runs, so nothing of what changed is loaded";
  return toFileIssue(file, "config-changed", message, "Restart Toolgate to load all of it.");
}
