import path from "node:path";
import { resolveFolders } from "../config/folders.ts";
import { LOCAL_TENANT } from "../config/defaults.ts";
import { computeTrust } from "../config/trust.ts";
import type { TrustOptions, TrustResult } from "../config/trust.ts";
import { renderTrustLimits } from "../config/trust/trust-limits.ts";
import { locateConfig } from "../config/locate-config.ts";
import { localOwner } from "../control/identity.ts";
import { isModuleName } from "../registry/file-kinds.ts";
import { getModuleEvaluator } from "../registry/files/module-evaluator.ts";
import type { SetupOptions } from "./load-setup.ts";
import { loadSetup } from "./load-setup.ts";
import { trustKey, trustLimitsKey } from "./trust-key.ts";

export interface TrustReport extends TrustResult {
  /** Absolute, real; `null` where there is no project. */
  readonly workspace: string | null;
  /** The hash that was recorded before; `null` when the project was never trusted. */
  readonly recorded: string | null;
}

/** What trusting the project here would give it. Nothing is recorded. */
export async function reportTrust(options: SetupOptions): Promise<TrustReport> {
  const project = locateProject(options);
  if (!("file" in project)) return { workspace: null, recorded: null, trust: null, issues: project.issues };
  const { workspace } = project;
  const result = await computeWith({ configFile: project.file, env: options.env }, workspace);
  // What cannot be read cannot be trusted, and opens no database either.
  if (result.trust === null) return { ...result, workspace, recorded: null };
  const { store } = await loadSetup(options);
  const recorded = await store.settings.get(trustKey(workspace));
  await store.close();
  return { ...result, workspace, recorded };
}

/** Modules are read in a thread of their own, which is started only where there are any. */
async function computeWith(options: TrustOptions, workspace: string): Promise<TrustResult> {
  const result = computeTrust(workspace, options);
  if (result.trust?.files.some(({ path: file }) => isModuleName(path.basename(file))) !== true) return result;
  return computeTrust(workspace, { ...options, evaluateModule: await getModuleEvaluator() });
}

/** Records that a person saw what is in the report and wants it. What changes after the report is not covered. */
export async function acceptTrust(report: TrustReport, options: SetupOptions): Promise<void> {
  const { workspace, trust } = report;
  if (workspace === null || trust === null) throw new TypeError("there is no project that could be trusted");
  const { store } = await loadSetup(options);
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
    // First the limits: a project is never trusted without them.
    await store.settings.set(trustLimitsKey(workspace), renderTrustLimits(trust.limits));
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
