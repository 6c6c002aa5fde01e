import { loadApproverKey } from "./approval/approver-key.ts";
import { createApprovalDesk } from "./approval/create-approval-desk.ts";
import { createEgressClient } from "./egress/client/create-egress-client.ts";
import type { EgressClient } from "./egress/egress.ts";
import { explainCall } from "./call/explain-call.ts";
import type { Gate } from "./call/gate.ts";
import { handleCall } from "./call/handle-call.ts";
import { createReplay } from "./call/replay/create-replay.ts";
import type { RunningCallTable } from "./call/running-calls.ts";
import { respondClosed } from "./call/respond.ts";
import { createRunningCalls } from "./call/running-calls.ts";
import { createVisibleTools } from "./call/visible-tools.ts";
import type { ProgramPlace, Runtime } from "./call/runtime.ts";
import type { Config } from "./config/config.ts";
import { createControlPlane } from "./control/create-control-plane.ts";
import { createPolicySource } from "./control/policy/create-policy-source.ts";
import type { Policy } from "./policy/policy.ts";
import { createAgentTool } from "./hooks/agent-tool.ts";
import type { TokenVerifier } from "./identity/token-verifier.ts";
import type { ServerAuthParts } from "./mcp-bridge/oauth/create-server-auth.ts";
import { resolvePath } from "./facts/resolve-path.ts";
import { createProgramFinder } from "./facts/program-finder.ts";
import type { DefinedTool } from "./library/define-tool.ts";
import { logFailure } from "./log/log-failure.ts";
import { withoutSecrets } from "./log/without-secrets.ts";
import type { Handler } from "./model/handler.ts";
import type { Tool } from "./model/tool.ts";
import { createRegisteredValues } from "./control/scrub/create-registered-values.ts";
import { createScrubbing } from "./output/scrub/create-scrubbing.ts";
import type { Scrubbing } from "./output/scrub/create-scrubbing.ts";
import { createProcessRunner } from "./process/create-process-runner.ts";
import type { ProcessRunner } from "./process/process-runner.ts";
import type { InternalApi } from "./packs/pack.ts";
import { createOfferSource } from "./mcp-bridge/offers/create-offer-source.ts";
import { createRegistry } from "./registry/create-registry.ts";
import type { Registry } from "./registry/registry.ts";
import { createDisclosure } from "./registry/disclosure/create-disclosure.ts";
import { createToolSearch } from "./registry/search/create-tool-search.ts";
import { createToolSource } from "./registry/stored/create-tool-source.ts";
import type { Sessions } from "./session/create-sessions.ts";
import { createSessions } from "./session/create-sessions.ts";
import type { RunningCallRepository } from "./storage/repositories.ts";
import { createSecretSource } from "./secrets/create-secret-source.ts";
import type { SecretDesk } from "./secrets/create-secret-source.ts";
import { createDiscoverySource } from "./setup/create-discovery-source.ts";
import type { ConnectedDiscovery } from "./setup/create-discovery-source.ts";
import { createExtensionSource } from "./setup/create-extension-source.ts";
import type { ExtensionSource } from "./setup/create-extension-source.ts";
import { createPacks } from "./setup/create-packs.ts";
import type { Packs } from "./setup/create-packs.ts";
import { createSealing } from "./setup/create-sealing.ts";
import type { Sealing } from "./setup/create-sealing.ts";
import { followEvidence } from "./setup/follow-evidence.ts";
import { followTools } from "./setup/follow-tools.ts";
import type { Setup, SetupOptions } from "./setup/load-setup.ts";
import { followTrust } from "./setup/follow-trust.ts";
import { loadSetup } from "./setup/load-setup.ts";
import { loadCandidate } from "./setup/load-candidate.ts";
import { createPermissionCheck } from "./setup/create-permission-check.ts";
import { loadCedarPolicy } from "./setup/load-cedar.ts";
import { createLineAnalyzer } from "./call/line-analyzer.ts";
import { createCaseEvaluator } from "./call/evaluate/create-case-evaluator.ts";
import { createExecuting } from "./wiring/create-executing.ts";
import { followUpstream } from "./wiring/create-upstream.ts";
import { createObserving } from "./wiring/create-observing.ts";
import { listProtectedFolders } from "./wiring/list-protected-folders.ts";
import { createOAuthParts } from "./wiring/create-oauth.ts";
import { createSessionState } from "./session/session-state.ts";

/** How often a process with running calls looks whether somebody asked one of them to end. */
const CANCEL_POLL_MS = 100;

export interface RuntimeOptions extends SetupOptions {
  /** Built-in APIs of the embedding program, beside Toolgate's own. @default none */
  readonly apis?: readonly InternalApi[] | undefined;
  /** By tool name: what runs ToolClad tools with `dispatch = "callback"`. @default none */
  readonly callbacks?: Readonly<Record<string, Handler>> | undefined;
  /** `control`: no tool file is read, so nothing can be called. @default "all" */
  readonly parts?: "all" | "control" | undefined;
  /** Tools given in code. @default none */
  readonly tools?: readonly DefinedTool[] | undefined;
}

export interface WireOptions extends Setup {
  readonly parts: "all" | "control";
  readonly tools: readonly DefinedTool[];
  readonly apis: readonly InternalApi[];
  readonly callbacks: Readonly<Record<string, Handler>>;
}

/**
 * Reads the configuration, opens the database and puts the parts together.
 * @throws ConfigError, StoreError
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const setup = await loadSetup(options);
  const { parts = "all", tools = [], apis = [], callbacks = {} } = options;
  try {
    return await wire({ ...setup, parts, tools, apis, callbacks });
  } catch (error) {
    await setup.store.close();
    throw error;
  }
}

export interface Parts {
  readonly registry: Registry;
  readonly runner: ProcessRunner;
  readonly running: RunningCallTable;
  readonly sessions: Sessions;
  readonly approverKey: Uint8Array;
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

/** Nothing is decided here: what can be chosen is chosen in the configuration. */
async function wire(options: WireOptions): Promise<Runtime> {
  const { config, store } = options;
  const parts = await createParts(options);
  const observing = await createObserving({
    ...parts,
    config,
    approvals: store.approvals,
    gate: () => gate,
    upstreams: () => gate.upstream.servers().map(({ server, state }) => ({ server: server.name, state: state.kind })),
  });
  const gate: Gate = createGate(options, parts, observing.observer);
  // From here on the registry has what is in the database too, for whoever only looks at it.
  if (options.parts === "all") await gate.currentTools();
  const visible = createVisibleTools(gate);
  parts.extensions.connect(gate, visible);
  const disclosure = createDisclosure(config.server.mcp, visible);
  const search = createToolSearch();
  parts.discovery.connect(disclosure, search);
  const stopFollowing = follow(options, parts, gate);
  const evaluator = createCaseEvaluator(gate, parts.packs.builtins);
  let isClosed = false;
  return {
    config,
    registry: parts.registry,
    call: (raw) => (isClosed ? Promise.resolve(respondClosed(raw)) : handleCall(raw, gate)),
    explain: (raw) => explainCall(raw, gate),
    listTools: (caller, session, hints = {}) => disclosure.all({ caller, hints, session }),
    disclosure,
    canRun: (tool) => gate.canRun(tool),
    searchTools: async (query, caller, { session, limit = 20, hints = {} } = {}) =>
      search.search(await disclosure.all({ caller, hints, session }), query, limit),
    findProgram: (name) => toProgramPlace(gate.programs.find(name)),
    openSession: (caller) => parts.sessions.open(caller),
    closeSession: (id) => parts.sessions.close(id),
    upstream: gate.upstream,
    offers: createOfferSource({
      bridge: gate.upstream,
      visible: ({ session, ...viewer }) => visible.list(viewer, session),
      logFailure,
    }),
    sandbox: gate.sandbox,
    warm: () => parts.runner.warm(),
    control: createControlPlane({
      store,
      config,
      approverKey: parts.approverKey,
      registry: parts.registry,
      currentTools: () => gate.currentTools(),
      builtins: parts.packs.tools.map(({ tool }) => tool),
      apis: parts.packs.apis,
      sealer: parts.sealing.sealer,
      rotateKey: parts.sealing.rotate,
      secrets: parts.secrets,
      permissions: options.permissions,
      judging: gate,
      scrubbing: parts.scrubbing,
      verifier: await createVerifier(config, parts.egress),
      oauth: parts.oauth,
    }),
    evaluate: (members) => evaluator.evaluate(members),
    replay: createReplay({ gate, loadCandidate: (folder) => loadCandidate(folder, { ...options, ...parts }) }),
    denyPaths: (...paths) => parts.packs.deny(...paths),
    metrics: observing.metrics,
    close: async () => {
      await parts.running.drain(config.limits.drainMs);
      isClosed = true;
      stopFollowing();
      await options.scope.close();
      await options.permissions.close();
      await gate.upstream.close();
      await parts.registry.close();
      await parts.runner.close();
      await observing.close();
      await parts.secrets.close();
      await parts.egress.close();
      await parts.sessions.closeAll();
      await store.close();
    },
  };
}

/** Loaded only where somebody configured issuers. */
async function createVerifier(
  { server, privateAddresses, tenant }: Config,
  egress: EgressClient,
): Promise<TokenVerifier | null> {
  if (server.auth === null) return null;
  const { createTokenVerifier } = await import("./identity/create-token-verifier.ts");
  return createTokenVerifier({ auth: server.auth, egress, privateAddresses, tenant });
}

function toProgramPlace(fact: ReturnType<Gate["programs"]["find"]>): ProgramPlace {
  return "found" in fact ? { found: false, reason: fact.reason } : { found: true, file: fact.candidate };
}

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

export function createGate(
  options: WireOptions,
  { registry, runner, packs, sealing, secrets, ...parts }: Parts,
  observer?: Gate["observer"],
): Gate {
  const { config, store, scope, permissions, callbacks } = options;
  const timeoutMs = config.permissions.approvalTimeoutMs;
  const lines = createLineAnalyzer();
  const programs = createProgramFinder(process.env["PATH"], config.workspaceRoots, config.workspace, Date.now);
  const handlerOf = (tool: Tool): Handler | undefined => packs.handlerOf(tool) ?? callbackOf(tool, callbacks);
  const executing = createExecuting({
    config,
    scope,
    runner,
    egress: parts.egress,
    oauth: parts.oauth,
    protectedFolders: listProtectedFolders(config),
    searchPath: programs.searchPath,
    registry,
    store,
    secrets,
    scrub: (text) => parts.scrubbing.scrubberFor([]).scrub(text),
    handlerOf,
    apiOf: (name) => packs.apis.get(name)?.handler,
  });
  return {
    config,
    scope,
    registry,
    revision: () => store.revision(),
    currentTools: followUpstream(
      createToolSource(store, registry, config, { apis: packs.apis }),
      executing.upstream,
      store,
    ),
    audit: store.audit,
    approvals: createApprovalDesk({ approvals: store.approvals, approverKey: parts.approverKey, timeoutMs }),
    ...executing,
    canRun: (tool) => canRun(tool, executing, handlerOf),
    refreshScrubbing: (revision) => parts.scrubbing.refresh(revision),
    scrubberFor: (secrets) => parts.scrubbing.scrubberFor(secrets),
    openSealed: sealing.open,
    openSecrets: (names, use) => secrets.open(names, use),
    deniedFile: packs.deniedFile,
    currentPolicy: parts.currentPolicy,
    get permissions() {
      const { permissions: current, limits } = permissions.current;
      return { headless: current.headless, limits: limits.rules };
    },
    countInteraction: ({ id }) => parts.sessions.count(id),
    sessionFolder: (session) => parts.sessions.findFolder(session),
    limits: store.limits,
    approvers: () => permissions.current.approvers,
    home: resolvePath(config.home).resolved,
    hookTool: (name) => packs.builtins.find((tool) => tool.name === name) ?? createAgentTool(name),
    analyzeLine: (text) => lines.analyze(text),
    prepareLines: () => lines.prepare(),
    moveSession: (id, folder) => parts.sessions.move(id, folder),
    findSession: (id, caller) => parts.sessions.find(id, caller),
    programs,
    protectedFolders: listProtectedFolders(config),
    running: parts.running,
    observer,
    now: Date.now,
    logFailure: (id, cause) => logFailure(id, withoutSecrets(cause, parts.scrubbing.scrubberFor([]).scrub)),
  };
}

function canRun(
  tool: Tool,
  { backends, upstream }: Pick<Gate, "backends" | "upstream">,
  handlerOf: (tool: Tool) => Handler | undefined,
): boolean {
  if (tool.backend.kind === "handler") return handlerOf(tool) !== undefined;
  if (tool.backend.kind === "mcp" && !upstream.has(tool.backend.server)) return false;
  return backends[tool.backend.kind] !== undefined;
}

/** A manifest names no code: the embedding program says by name what runs it. */
function callbackOf({ name, origin }: Tool, callbacks: Readonly<Record<string, Handler>>): Handler | undefined {
  return origin.format === "toolclad" && Object.hasOwn(callbacks, name) ? callbacks[name] : undefined;
}

/** What other processes change in the database, and what people change in files, that nothing else tells. */
function follow(
  { config, store, scope, permissions, parts: wanted }: WireOptions,
  { running, registry }: Parts,
  gate: Gate,
): () => void {
  const stopCancels = followCancelRequests(store.running, running);
  if (wanted === "control") return stopCancels;
  // Frozen are files; what operators change in the database holds all the same.
  const stopTools = followTools(
    store,
    () => gate.currentTools(),
    (error) => logFailure("tools", error),
  );
  const stopEvidence = followEvidence(gate.evidence, store.running, (error) => logFailure("evidence", error));
  const stops = [stopCancels, stopTools, stopEvidence];
  if (config.reload === "watch") {
    scope.watch((issues) => registry.report("scope", issues));
    const check = createPermissionCheck({
      tools: () => [...registry.snapshot.tools.values()],
      files: permissions.files,
    });
    permissions.watch((issues) => registry.report("permissions", issues), check);
    stops.push(
      followTrust(store, config.workspace, registry, (error) => logFailure("trust", error), scope, permissions),
    );
  }
  return () => {
    for (const stop of stops) stop();
  };
}

/** Requests to end a call may come from any process; the one that runs it has to notice. */
function followCancelRequests(requests: RunningCallRepository, running: RunningCallTable): () => void {
  const look = async (): Promise<void> => {
    if (running.size === 0) return;
    for (const callId of await requests.cancelRequests()) running.cancel(callId);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => logFailure("cancel-requests", error));
  }, CANCEL_POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
