import type { TrustedContent, TrustedFiles } from "../registry/files/trusted-files.ts";
import type { TrustState } from "./config.ts";
import type { Environment } from "./folders.ts";
import type { Project } from "./read-project.ts";
import type { ProjectTrust } from "./trust/project-trust.ts";

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

export interface TrustCheckOptions {
  readonly trust: ProjectTrust;
  /** What is accepted at the start. */
  readonly start: Project;
  /** Waited for before files of another state may be loaded: what denies their tools must hold first. */
  readonly onAccepted: () => Promise<void>;
}

/** Makes the registry's question "what may be loaded from this project?" of what a person accepted. */
export function createTrustCheck({ trust, start, onAccepted }: TrustCheckOptions): TrustCheck {
  let known: { readonly project: Project; readonly files: TrustedFiles } = {
    project: start,
    files: toTrustedFiles(start),
  };
  return async () => {
    const { project, issue } = await trust();
    if (known.project !== project) {
      await onAccepted();
      known = { project, files: toTrustedFiles(project) };
    }
    return { files: known.files, issue };
  };
}

function toTrustedFiles({ tools, settings }: Project): TrustedFiles {
  return new Map([...tools, ...settings].map(({ path, sha256 }) => [path, sha256]));
}
