import { createApprovalPage } from "../approval/browser/approval-page.ts";
import type { ApprovalPage } from "../approval/browser/approval-page.ts";
import { loadApproverKey } from "../approval/approver-key.ts";
import { createEgressClient } from "../egress/client/create-egress-client.ts";
import type { EgressClient } from "../egress/egress.ts";
import type { RunningCallTable } from "../call/running-calls.ts";
import { createRunningCalls } from "../call/running-calls.ts";
import type { Config } from "../config/config.ts";
import { createPolicySource } from "../control/policy/create-policy-source.ts";
import type { Policy } from "../policy/policy.ts";
import type { ServerAuthParts } from "../mcp-bridge/oauth/create-server-auth.ts";
import type { DefinedTool } from "../library/define-tool.ts";
import type { Handler } from "../model/handler.ts";
import { createRegisteredValues } from "../control/scrub/create-registered-values.ts";
import { createScrubbing } from "../output/scrub/create-scrubbing.ts";
import type { Scrubbing } from "../output/scrub/create-scrubbing.ts";
import { createProcessRunner } from "../process/create-process-runner.ts";
import type { ProcessRunner } from "../process/process-runner.ts";
import type { InternalApi } from "../packs/pack.ts";
import { createRegistry } from "../registry/create-registry.ts";
import type { Registry } from "../registry/registry.ts";
import type { Sessions } from "../session/create-sessions.ts";
import { createSessions } from "../session/create-sessions.ts";
import { createSecretSource } from "../secrets/create-secret-source.ts";
import type { SecretDesk } from "../secrets/create-secret-source.ts";
import { createDiscoverySource } from "../setup/packs/create-discovery-source.ts";
import type { ConnectedDiscovery } from "../setup/packs/create-discovery-source.ts";
import { createExtensionSource } from "../setup/packs/create-extension-source.ts";
import type { ExtensionSource } from "../setup/packs/create-extension-source.ts";
import { createPacks } from "../setup/packs/create-packs.ts";
import type { Packs } from "../setup/packs/create-packs.ts";
import { createSealing } from "../setup/create-sealing.ts";
import type { Sealing } from "../setup/create-sealing.ts";
import type { Setup } from "../setup/load-setup.ts";
import { loadCedarPolicy } from "../setup/load-cedar.ts";
import { listProtectedFolders } from "./list-protected-folders.ts";
import { createOAuthParts } from "./create-oauth.ts";
import { createSessionState } from "../session/session-state.ts";

export interface WireOptions extends Setup {
  readonly parts: "all" | "control";
  readonly tools: readonly DefinedTool[];
  readonly apis: readonly InternalApi[];
  readonly callbacks: Readonly<Record<string, Handler>>;
}

export interface Parts {
  readonly registry: Registry;
  readonly runner: ProcessRunner;
  readonly running: RunningCallTable;
  readonly sessions: Sessions;
  readonly approverKey: Uint8Array;
  /** Where people answer in a browser. */
  readonly approvalPage: ApprovalPage;
  readonly packs: Packs;
  readonly extensions: ExtensionSource;
  readonly discovery: ConnectedDiscovery;
  readonly sealing: Sealing;
  /** The only way out over HTTP. */
  readonly egress: EgressClient;
  readonly scrubbing: Scrubbing;
  readonly secrets: SecretDesk;
  readonly oauth: ServerAuthParts;
  readonly currentPolicy: (revision?: number) => Promise<Policy>;
}

/** Everything that the gate is made of, and what it reads and writes. */
export async function createParts(options: WireOptions): Promise<Parts> {
  const { config, store, parts, trustedFiles } = options;
  const { dataFolder, workspace, capabilities } = config;
  const state = createSessionState(store, workspace, () => currentPolicy());
  const extensions = createExtensionSource(config, options.scope);
  const discovery = createDiscoverySource(config.server.mcp.groups);
  const packs = createPacks({
    config,
    discovery,
    stateOf: state,
    queryAudit: (filter) => store.audit.query(filter),
    protectedFolders: listProtectedFolders(config),
    extensions,
    tools: options.tools,
    apis: options.apis,
  });
  const registry = await createRegistry({
    folders: parts === "all" ? config.toolFolders : [],
    trustedFiles: trustedFiles ?? undefined,
    apis: packs.apis,
    ceiling: capabilities,
  });
  registry.add(...packs.tools.map(({ tool }) => tool));
  const currentPolicy = createPolicySource({
    store,
    workspace,
    mcpServers: config.mcpServers,
    permissions: options.permissions,
    registry,
    loadCedar: loadCedarPolicy,
    report: (issues) => registry.report("cedar", issues),
  });
  const sessions = createSessions({ repository: store.sessions, dataFolder, workspace });
  if (parts === "all") {
    if (config.reload === "watch") registry.watch();
    await sessions.sweep();
  }
  const sealing = createSealing({ dataFolder, workspace, environment: process.env, store });
  return {
    registry,
    currentPolicy,
    sessions,
    packs,
    extensions,
    discovery,
    sealing,
    ...createSecrecy(config, store, sealing),
    runner: createProcessRunner(),
    running: createRunningCalls(config.limits.maxConcurrentCalls),
    approverKey: loadApproverKey(dataFolder),
    approvalPage: createApprovalPage(),
  };
}

/** Where secrets come from, and what takes them out again. */
function createSecrecy(
  config: Config,
  store: WireOptions["store"],
  { sealer }: Sealing,
): Pick<Parts, "egress" | "scrubbing" | "secrets" | "oauth"> {
  const { output, tenant, workspace } = config;
  const egress = createEgressClient();
  const registered = createRegisteredValues({ store, sealer, tenant });
  const environment = process.env;
  const source = { store, sealer, egress, environment, workspace, tenant };
  const secrets = createSecretSource({ ...source, config: config.secrets });
  return {
    egress,
    scrubbing: createScrubbing({ ...output, registered }),
    secrets,
    oauth: createOAuthParts({ ...source, config, secrets }),
  };
}
