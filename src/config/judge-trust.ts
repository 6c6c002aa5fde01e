import type { TrustedFiles } from "../registry/load-tool-files.ts";
import type { TrustState } from "./config.ts";
import type { Environment } from "./folders.ts";
import { readProject } from "./read-project.ts";
import type { Project } from "./read-project.ts";

/** Gives the hash that was recorded for a workspace, or `null`. */
export type TrustLookup = (workspace: string) => Promise<string | null>;

/** Which content of project tool files may be loaded; `null` admits all. */
export type TrustCheck = () => Promise<TrustedFiles | null>;

/** Whether a project counts as it stands now. `TOOLGATE_TRUST=1` trusts whatever is there, for automation. */
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
 * can write into the folder cannot give itself tools.
 */
export function createTrustCheck(start: Project, workspace: string, home: string, lookup: TrustLookup): TrustCheck {
  let trusted = start;
  return async () => {
    const recorded = await lookup(workspace);
    if (recorded !== null && recorded !== trusted.hash) {
      const { project } = readProject(workspace, start.layer.file, home);
      if (project?.hash === recorded) trusted = project;
    }
    return new Map(trusted.tools.map(({ path, sha256 }) => [path, sha256]));
  };
}
