import path from "node:path";
import { loadApproverKey } from "./approval/approver-key.ts";
import { createApprovalDesk } from "./approval/create-approval-desk.ts";
import { createCommandBackend } from "./backends/command/command-backend.ts";
import { createHandlerBackend } from "./backends/handler/handler-backend.ts";
import { explainCall } from "./call/explain-call.ts";
import type { Gate } from "./call/gate.ts";
import { handleCall } from "./call/handle-call.ts";
import type { RunningCallTable } from "./call/running-calls.ts";
import { respondClosed } from "./call/respond.ts";
import { createRunningCalls } from "./call/running-calls.ts";
import type { ProgramPlace, Runtime } from "./call/runtime.ts";
import type { Config } from "./config/config.ts";
import { createControlPlane } from "./control/create-control-plane.ts";
import { createPolicySource } from "./control/policy-source.ts";
import { resolvePath } from "./facts/resolve-path.ts";
import { createProgramFinder } from "./facts/program-finder.ts";
import type { DefinedTool } from "./library/define-tool.ts";
import { logFailure } from "./log/log-failure.ts";
import type { Handler } from "./model/handler.ts";
import type { Tool } from "./model/tool.ts";
import { createNoopScrubber } from "./output/scrubber.ts";
import { isListed } from "./policy/is-listed.ts";
import { toPolicyTool } from "./policy/to-policy-tool.ts";
import { createProcessRunner } from "./process/create-process-runner.ts";
import type { ProcessRunner } from "./process/process-runner.ts";
import { createRegistry } from "./registry/create-registry.ts";
import type { Registry } from "./registry/registry.ts";
import type { Sessions } from "./session/create-sessions.ts";
import { createSessions } from "./session/create-sessions.ts";
import type { RunningCallRepository } from "./storage/repositories.ts";
import type { Setup, SetupOptions } from "./setup/load-setup.ts";
import { followTrust } from "./setup/follow-trust.ts";
import { loadSetup } from "./setup/load-setup.ts";

/** How often a process with running calls looks whether somebody asked one of them to end. */
const CANCEL_POLL_MS = 100;

export interface RuntimeOptions extends SetupOptions {
  /** `control`: no tool file is read, so nothing can be called. @default "all" */
  readonly parts?: "all" | "control" | undefined;
  /** Tools given in code. @default none */
  readonly tools?: readonly DefinedTool[] | undefined;
}

export interface WireOptions extends Setup {
  readonly parts: "all" | "control";
  readonly handlers: ReadonlyMap<Tool, Handler>;
}

/**
 * Reads the configuration, opens the database and puts the parts together.
 * @throws ConfigError, StoreError
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const setup = await loadSetup(options);
  const handlers = new Map((options.tools ?? []).map(({ tool, handler }) => [tool, handler]));
  try {
    return await wire({ ...setup, parts: options.parts ?? "all", handlers });
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
}

/** Nothing is decided here: what can be chosen is chosen in the configuration. */
async function wire(options: WireOptions): Promise<Runtime> {
  const { config, store } = options;
  const parts = await createParts(options);
  const gate = createGate(options, parts);
  const stopFollowing = follow(options, parts);
  let isClosed = false;
  return {
    config,
    registry: parts.registry,
    call: (raw) => (isClosed ? Promise.resolve(respondClosed(raw)) : handleCall(raw, gate)),
    explain: (raw) => explainCall(raw, gate),
    listTools: async () => {
      const policy = await gate.currentPolicy();
      return parts.registry.snapshot.listed.filter((tool) => isListed(toPolicyTool(tool), policy));
    },
    findProgram: (name) => toProgramPlace(gate.programs.find(name)),
    openSession: (caller) => parts.sessions.open(caller),
    closeSession: (id) => parts.sessions.close(id),
    warm: () => parts.runner.warm(),
    control: createControlPlane({ store, config, approverKey: parts.approverKey }),
    close: async () => {
      await parts.running.drain(config.limits.drainMs);
      isClosed = true;
      stopFollowing();
      await parts.registry.close();
      await parts.runner.close();
      await parts.sessions.closeAll();
      await store.close();
    },
  };
}

function toProgramPlace(fact: ReturnType<Gate["programs"]["find"]>): ProgramPlace {
  return "found" in fact ? { found: false, reason: fact.reason } : { found: true, file: fact.candidate };
}

export async function createParts({ config, store, parts, handlers, trustedFiles }: WireOptions): Promise<Parts> {
  const { dataFolder, workspace } = config;
  const registry = await createRegistry({
    folders: parts === "all" ? config.toolFolders : [],
    trustedFiles: trustedFiles ?? undefined,
  });
  for (const tool of handlers.keys()) registry.add(tool);
  const sessions = createSessions({ repository: store.sessions, dataFolder, workspace });
  if (parts === "all") {
    if (config.reload === "watch") registry.watch();
    await sessions.sweep();
  }
  return {
    registry,
    sessions,
    runner: createProcessRunner(),
    running: createRunningCalls(config.limits.maxConcurrentCalls),
    approverKey: loadApproverKey(dataFolder),
  };
}

export function createGate({ config, store, handlers }: WireOptions, parts: Parts): Gate {
  const timeoutMs = config.permissions.approvalTimeoutMs;
  return {
    config,
    registry: parts.registry,
    audit: store.audit,
    approvals: createApprovalDesk({ approvals: store.approvals, approverKey: parts.approverKey, timeoutMs }),
    backends: {
      command: createCommandBackend(parts.runner, process.env),
      handler: createHandlerBackend((tool) => handlers.get(tool)),
    },
    scrubber: createNoopScrubber(),
    currentPolicy: createPolicySource(store, config),
    findSession: (id, caller) => parts.sessions.find(id, caller),
    programs: createProgramFinder(process.env["PATH"], config.workspaceRoots, config.workspace, Date.now),
    protectedFolders: protectedFolders(config),
    running: parts.running,
    now: Date.now,
    logFailure,
  };
}

/** The data folder, and the folder that holds the person's configuration and tools. */
function protectedFolders({ dataFolder, toolFolders }: Config): readonly string[] {
  const own = toolFolders.filter(({ layer }) => layer === "user").map(({ folder }) => path.dirname(folder));
  return [dataFolder, ...own].map((folder) => resolvePath(folder).resolved);
}

/** What other processes change in the database and nothing else tells. */
function follow({ config, store, parts: wanted }: WireOptions, { running, registry }: Parts): () => void {
  const stopCancels = followCancelRequests(store.running, running);
  if (wanted === "control" || config.reload === "frozen") return stopCancels;
  const stopTrust = followTrust(store, config.workspace, registry, (error) => logFailure("trust", error));
  return () => {
    stopCancels();
    stopTrust();
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
