import type { CedarConfig } from "../../config/config.ts";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { PermissionSet } from "../../config/merge/deciding/permission-set.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import type { CedarResult } from "../../policy/cedar/create-cedar-policy.ts";
import type { BrokenPart, CedarPolicy, Policy } from "../../policy/policy.ts";
import { validateVisibility } from "../../policy/visibility/validate-visibility.ts";
import { listGroupNames, toServerGroup } from "../../registry/groups/group-members.ts";
import type { RegistrySnapshot } from "../../registry/registry.ts";
import type { Store } from "../../storage/store.ts";
import { readModes } from "./read-modes.ts";
import { toRule } from "./to-rule.ts";
import { toServerAccess } from "./to-server-access.ts";

export interface PolicySourceOptions {
  readonly store: Pick<Store, "revision" | "settings" | "rules" | "serverGrants">;
  readonly workspace: string;
  /** Upstream servers of the configuration. */
  readonly mcpServers: readonly McpServer[];
  /** What the files say at this moment. */
  readonly permissions: { readonly current: PermissionSet; readonly revision: number };
  readonly registry: { readonly snapshot: RegistrySnapshot };
  readonly loadCedar: (config: CedarConfig, tools: readonly Tool[]) => Promise<CedarResult>;
  /** Told what is wrong with policies, in place of what was told before. */
  readonly report: (issues: readonly ManifestIssue[]) => void;
}

export const PAUSE_KEY = "pause";

/**
 * The policy of this moment: files, database and tools. Put together anew only when one of them has changed since. A part
 * that cannot be used denies everything, unless an earlier state of it still can be.
 */
export function createPolicySource(options: PolicySourceOptions): (revision?: number) => Promise<Policy> {
  const { store, permissions, registry } = options;
  const cedarOf = createCedarSource(options);
  // A group that existed once was meant: its last tool may just be gone for now. Of a server none need have been seen yet.
  const groups = new Set(options.mcpServers.map(({ name }) => toServerGroup(name)));
  let known: { readonly key: string; readonly tools: readonly Tool[]; readonly policy: Promise<Policy> } | null = null;
  return (revision = store.revision()) => {
    const key = `${revision}:${permissions.revision}`;
    const tools = registry.snapshot.listed;
    if (known?.key !== key || known.tools !== tools) {
      for (const name of listGroupNames([...tools, ...listOverlays(registry.snapshot)])) groups.add(name);
      const policy = readPolicy(options, cedarOf, groups);
      const next = { key, tools, policy };
      known = next;
      // A failed read must not be remembered as the policy.
      policy.catch(() => (known = known === next ? null : known));
    }
    return known.policy;
  };
}

type CedarSource = () => Promise<{ readonly policy: CedarPolicy | null; readonly broken: readonly BrokenPart[] }>;

async function readPolicy(
  { store, workspace, mcpServers, permissions }: PolicySourceOptions,
  cedarOf: CedarSource,
  groups: ReadonlySet<string>,
): Promise<Policy> {
  const set = permissions.current;
  const [reason, stored, grants, modes, cedar] = await Promise.all([
    store.settings.get(PAUSE_KEY),
    store.rules.list(workspace),
    store.serverGrants.list(workspace),
    readModes(store.settings, workspace, set.permissions),
    cedarOf(),
  ]);
  return {
    mode: modes.mode.mode,
    modes: modes.overrides,
    rules: [...set.permissions.rules, ...stored.map(toRule)],
    paused: reason === null ? null : { reason },
    visibility: set.policy,
    access: toServerAccess(mcpServers, grants),
    cedar: cedar.policy,
    limits: set.limits.rules,
    maxDepth: set.limits.maxDepth,
    denyPack: set.packs.denyPack,
    broken: [...cedar.broken, ...set.policy.flatMap((one) => validateVisibility(one, groups))],
  };
}

/** Keeps the last policies that could be used while the newest cannot: they were right for the tools of their time. */
function createCedarSource({ permissions, registry, loadCedar, report }: PolicySourceOptions): CedarSource {
  let last: {
    readonly cedar: CedarConfig;
    readonly snapshot: RegistrySnapshot;
    readonly policy: CedarPolicy | null;
  } | null = null;
  return async () => {
    const { cedar } = permissions.current;
    const { snapshot } = registry;
    if (last !== null && sameCedar(last.cedar, cedar) && last.snapshot.tools === snapshot.tools) {
      return { policy: last.policy, broken: [] };
    }
    const tools = [...snapshot.tools.values(), ...listOverlays(snapshot)];
    const { policy, issues } = await loadCedar(cedar, tools).catch((error: unknown) => toEngineFailure(cedar, error));
    report(issues);
    const errors = issues.filter(({ severity }) => severity === "error");
    if (errors.length === 0) {
      last = { cedar, snapshot, policy };
      return { policy, broken: [] };
    }
    if (last !== null) return { policy: last.policy, broken: [] };
    return { policy: null, broken: errors.map(({ file, line, message }) => ({ source: `${file}:${line}`, message })) };
  };
}

function toEngineFailure({ files }: CedarConfig, error: unknown): CedarResult {
  const message = `Cedar's engine cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
  const place = { file: files[0]?.file ?? "(cedar)", line: 1, column: 1, endColumn: 1, hint: "Install Toolgate anew." };
  return { policy: null, issues: [{ severity: "error", code: "cedar-engine", message, ...place }] };
}

function sameCedar(a: CedarConfig, b: CedarConfig): boolean {
  if (a === b) return true;
  const isSame = a.default === b.default && a.environment === b.environment && a.files.length === b.files.length;
  return (
    isSame &&
    a.files.every(({ file, text, forbidOnly }, index) => {
      const other = b.files[index];
      return other?.file === file && other.text === text && other.forbidOnly === forbidOnly;
    })
  );
}

function listOverlays({ overlays }: RegistrySnapshot): readonly Tool[] {
  return [...overlays.values()].flatMap((tools) => [...tools.values()]);
}
