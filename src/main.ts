import type { EgressClient } from "./egress/egress.ts";
import { explainCall } from "./call/explain-call.ts";
import type { Gate } from "./call/gate.ts";
import { handleCall } from "./call/handle-call.ts";
import { createReplay } from "./call/replay/create-replay.ts";
import { respondClosed } from "./call/respond.ts";
import { createVisibleTools } from "./call/resolve/visible-tools.ts";
import type { ControlPlane, ProgramPlace, Runtime } from "./call/runtime.ts";
import type { Config } from "./config/config.ts";
import { createControlPlane } from "./control/create-control-plane.ts";
import type { TokenVerifier } from "./identity/token-verifier.ts";
import type { DefinedTool } from "./library/define-tool.ts";
import { logFailure } from "./log/log-failure.ts";
import type { Handler } from "./model/handler.ts";
import type { InternalApi } from "./packs/pack.ts";
import { createOfferSource } from "./mcp-bridge/offers/create-offer-source.ts";
import { createDisclosure } from "./registry/disclosure/create-disclosure.ts";
import { createToolSearch } from "./registry/search/create-tool-search.ts";
import type { SetupOptions } from "./setup/load-setup.ts";
import { loadSetup } from "./setup/load-setup.ts";
import { loadCandidate } from "./setup/load-candidate.ts";
import { createCaseEvaluator } from "./call/evaluate/create-case-evaluator.ts";
import { createObserving } from "./wiring/create-observing.ts";
import type { Telemetry } from "./telemetry/create-telemetry.ts";
import { createGate } from "./wiring/create-gate.ts";
import { createKeptReader } from "./wiring/create-kept-reader.ts";
import { createListNews } from "./wiring/create-list-news.ts";
import { createParts } from "./wiring/create-parts.ts";
import type { Parts, WireOptions } from "./wiring/create-parts.ts";
import { createRevocations } from "./wiring/create-revocations.ts";
import { followChanges } from "./wiring/follow-changes.ts";

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
  const stopFollowing = followChanges(options, parts, gate);
  const revocations = createRevocations(parts.running, store, (error) => logFailure("revocations", error));
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
    listNews: createListNews({ ...parts, gate, onError: (error) => logFailure("lists", error) }),
    revocations,
    readKept: createKeptReader(gate),
    sandbox: gate.sandbox,
    warm: () => parts.runner.warm(),
    control: await createControl(options, parts, gate),
    evaluate: (members) => evaluator.evaluate(members),
    replay: createReplay({ gate, loadCandidate: (folder) => loadCandidate(folder, { ...options, ...parts }) }),
    denyPaths: (...paths) => parts.packs.deny(...paths),
    metrics: observing.metrics,
    close: async () => {
      await parts.running.drain(config.limits.drainMs);
      isClosed = true;
      stopFollowing();
      revocations.stop();
      await closeAll(options, parts, gate, observing);
    },
  };
}

/** In the order in which they need each other, backwards. */
async function closeAll(
  { scope, permissions, store }: WireOptions,
  parts: Parts,
  { upstream }: Pick<Gate, "upstream">,
  observing: Pick<Telemetry, "close">,
): Promise<void> {
  await scope.close();
  await permissions.close();
  await upstream.close();
  await parts.registry.close();
  await parts.runner.close();
  await observing.close();
  await parts.secrets.close();
  await parts.egress.close();
  await parts.sessions.closeAll();
  await store.close();
}

async function createControl(
  { store, config, permissions }: WireOptions,
  { packs, sealing, ...parts }: Parts,
  gate: Gate,
): Promise<ControlPlane> {
  return createControlPlane({
    store,
    config,
    approverKey: parts.approverKey,
    approvalPage: parts.approvalPage,
    registry: parts.registry,
    currentTools: () => gate.currentTools(),
    builtins: packs.tools.map(({ tool }) => tool),
    apis: packs.apis,
    sealer: sealing.sealer,
    rotateKey: sealing.rotate,
    secrets: parts.secrets,
    permissions,
    judging: gate,
    scrubbing: parts.scrubbing,
    verifier: await createVerifier(config, parts.egress),
    oauth: parts.oauth,
  });
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
