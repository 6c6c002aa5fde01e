import { createApprovalDesk } from "../approval/create-approval-desk.ts";
import type { Gate } from "../call/gate.ts";
import { isRevoked } from "../control/identity.ts";
import { createAgentTool } from "../hooks/agent-tool.ts";
import { resolvePath } from "../facts/resolve-path.ts";
import { createProgramFinder } from "../facts/program-finder.ts";
import { logFailure } from "../log/log-failure.ts";
import { withoutSecrets } from "../log/without-secrets.ts";
import type { Handler } from "../model/handler.ts";
import type { Tool } from "../model/tool.ts";
import { createToolSource } from "../registry/stored/create-tool-source.ts";
import { createLineAnalyzer } from "../call/plan/shell/line-analyzer.ts";
import { createExecuting } from "./create-executing.ts";
import { followUpstream } from "./create-upstream.ts";
import { listProtectedFolders } from "./list-protected-folders.ts";
import type { Parts, WireOptions } from "./create-parts.ts";

/** The gate over its parts. `observer` hears of every call. */
export function createGate(
  options: WireOptions,
  { registry, runner, packs, sealing, secrets, ...parts }: Parts,
  observer?: Gate["observer"],
): Gate {
  const { config, store, scope, permissions, callbacks } = options;
  const protectedFolders = listProtectedFolders(config);
  const lines = createLineAnalyzer();
  const programs = createProgramFinder(process.env["PATH"], config.workspaceRoots, config.workspace, Date.now);
  const handlerOf = (tool: Tool): Handler | undefined => packs.handlerOf(tool) ?? callbackOf(tool, callbacks);
  const executing = createExecuting({
    ...parts,
    config,
    scope,
    runner,
    registry,
    store,
    secrets,
    protectedFolders,
    searchPath: programs.searchPath,
    scrub: (text, given) => parts.scrubbing.scrubberFor(given).scrub(text),
    handlerOf,
    apiOf: (name) => packs.apis.get(name)?.handler,
  });
  const declared = createToolSource(store, registry, config, { apis: packs.apis });
  return {
    config,
    scope,
    registry,
    currentTools: followUpstream(declared, executing.upstream, store),
    audit: store.audit,
    approvals: createDesk(options, parts),
    approvalPage: parts.approvalPage,
    ...executing,
    canRun: (tool) => canRun(tool, executing, handlerOf),
    refreshScrubbing: (revision) => parts.scrubbing.refresh(revision),
    scrubberFor: (secrets) => parts.scrubbing.scrubberFor(secrets),
    openSealed: sealing.open,
    openSecrets: (names, use) => secrets.open(names, use),
    deniedFile: packs.deniedFile,
    currentPolicy: parts.currentPolicy,
    get permissions() {
      return toJudged(permissions.current);
    },
    ...toStoreParts(store),
    ...toSessionParts(parts.sessions),
    approvers: () => permissions.current.approvers,
    home: resolvePath(config.home).resolved,
    hookTool: (name) => packs.builtins.find((tool) => tool.name === name) ?? createAgentTool(name),
    analyzeLine: (text) => lines.analyze(text),
    prepareLines: () => lines.prepare(),
    programs,
    protectedFolders,
    running: parts.running,
    observer,
    now: Date.now,
    logFailure: (id, cause) => logFailure(id, withoutSecrets(cause, parts.scrubbing.scrubberFor([]).scrub)),
  };
}

function toStoreParts(store: WireOptions["store"]): Pick<Gate, "revision" | "limits" | "isRevoked"> {
  return {
    revision: () => store.revision(),
    limits: store.limits,
    isRevoked: (caller) => isRevoked(caller, store.tokens),
  };
}

type SessionParts = Pick<Gate, "countInteraction" | "sessionFolder" | "moveSession" | "findSession">;

function toSessionParts(sessions: Parts["sessions"]): SessionParts {
  return {
    countInteraction: ({ id }) => sessions.count(id),
    sessionFolder: (session) => sessions.findFolder(session),
    moveSession: (id, folder) => sessions.move(id, folder),
    findSession: (id, caller) => sessions.find(id, caller),
  };
}

function createDesk(
  { store, permissions }: WireOptions,
  { approverKey }: Pick<Parts, "approverKey">,
): Gate["approvals"] {
  const timeoutMs = (): number => permissions.current.permissions.approvalTimeoutMs;
  return createApprovalDesk({ approvals: store.approvals, approverKey, timeoutMs });
}

function toJudged({ permissions, limits }: WireOptions["permissions"]["current"]): Gate["permissions"] {
  return { headless: permissions.headless, elicitForm: permissions.elicitForm, limits: limits.rules };
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
