import { resolveFolders } from "../config/folders.ts";
import { LOCAL_TENANT } from "../config/defaults.ts";
import { computeTrust } from "../config/trust.ts";
import type { TrustResult } from "../config/trust.ts";
import { locateConfig } from "../config/locate-config.ts";
import { localOwner } from "../control/identity.ts";
import { openStore } from "../storage/open-store.ts";
import type { SetupOptions } from "./load-setup.ts";
import { trustKey } from "./trust-key.ts";

export interface TrustReport extends TrustResult {
  /** Absolute, real; `null` where there is no project. */
  readonly workspace: string | null;
  /** The hash that was recorded before; `null` when the project was never trusted. */
  readonly recorded: string | null;
}

/** What trusting the project here would give it. Nothing is recorded. */
export async function reportTrust(options: SetupOptions): Promise<TrustReport> {
  const { data } = resolveFolders(options.env);
  const project = locateProject(options);
  if (!("file" in project)) return { workspace: null, recorded: null, trust: null, issues: project.issues };
  const result = computeTrust(project.workspace, { configFile: project.file, env: options.env });
  const store = await openStore({ dataFolder: data, tenant: LOCAL_TENANT, durability: "process" });
  try {
    const recorded = await store.settings.get(trustKey(project.workspace));
    return { ...result, workspace: project.workspace, recorded };
  } finally {
    await store.close();
  }
}

/** Records that a person saw what is in the report and wants it. What changes after the report is not covered. */
export async function acceptTrust(report: TrustReport, options: Pick<SetupOptions, "env">): Promise<void> {
  const { workspace, trust } = report;
  if (workspace === null || trust === null) throw new TypeError("there is no project that could be trusted");
  const { data } = resolveFolders(options.env);
  const store = await openStore({ dataFolder: data, tenant: LOCAL_TENANT, durability: "process" });
  try {
    const appended = await store.audit.append({
      kind: "admin",
      callId: null,
      tool: null,
      status: "trust.accept",
      code: null,
      caller: localOwner(LOCAL_TENANT),
      workspace,
      data: { hash: trust.hash, files: trust.files.map((file) => ({ ...file })) },
    });
    if (!appended.ok) throw new Error(`trust could not be recorded, so it was not given: ${appended.message}`);
    await store.settings.set(trustKey(workspace), trust.hash);
  } finally {
    await store.close();
  }
}

type Located = { readonly workspace: string; readonly file: string } | Pick<TrustResult, "issues">;

function locateProject({ cwd, configPath, env }: SetupOptions): Located {
  const located = locateConfig(cwd, configPath, resolveFolders(env));
  if (!located.ok) return { issues: [located.issue] };
  const { workspace, projectFile } = located.location;
  return projectFile === null ? { issues: [] } : { workspace, file: projectFile };
}
