import { mkdirSync } from "node:fs";
import type { Backends } from "../backends/backend.ts";
import { createCommandBackend } from "../backends/command/command-backend.ts";
import { secretVariables } from "../backends/command/secret-variables.ts";
import { createHandlerBackend } from "../backends/handler/handler-backend.ts";
import { createHttpBackend } from "../backends/http/http-backend.ts";
import { toProxyRules } from "../backends/http/to-egress-rules.ts";
import type { Reach } from "../backends/http/to-egress-rules.ts";
import type { Gate } from "../call/gate.ts";
import { createMcpBackend } from "../backends/mcp/mcp-backend.ts";
import { toConfinedPlace } from "../call/plan/sandbox/to-confined-place.ts";
import { createParserRunner } from "../call/shape/parser/run-parser.ts";
import type { Config } from "../config/config.ts";
import type { EgressClient } from "../egress/egress.ts";
import { createEgressProxy } from "../egress/proxy/create-egress-proxy.ts";
import { ownProxyFolder } from "../egress/proxy/own-proxy-folder.ts";
import { createEvidenceStore } from "../evidence/create-evidence-store.ts";
import { resolvePath } from "../facts/resolve-path.ts";
import { logFailure } from "../log/log-failure.ts";
import { logMovedAside } from "../log/log-moved-aside.ts";
import type { ServerAuthParts } from "../mcp-bridge/oauth/create-server-auth.ts";
import type { McpBridge } from "../mcp-bridge/bridge.ts";
import type { Handler } from "../model/handler.ts";
import type { Tool } from "../model/tool.ts";
import type { ProcessRunner } from "../process/process-runner.ts";
import type { Registry } from "../registry/registry.ts";
import { createProbe } from "../sandbox/create-probe.ts";
import { createSandbox } from "../sandbox/create-sandbox.ts";
import type { SecretSource } from "../secrets/secret-source.ts";
import type { Store } from "../storage/store.ts";
import { toTraceMeta } from "../telemetry/context/to-trace-meta.ts";
import { createUpstream } from "./create-upstream.ts";

export interface ExecutingParts {
  readonly config: Config;
  readonly scope: Gate["scope"];
  readonly runner: ProcessRunner;
  readonly egress: EgressClient;
  /** Absolute, links followed. */
  readonly protectedFolders: readonly string[];
  readonly searchPath: string;
  readonly registry: Pick<Registry, "setUpstream">;
  readonly store: Pick<Store, "pins">;
  readonly secrets: Pick<SecretSource, "open">;
  /** What logins to upstream servers run on. */
  readonly oauth: ServerAuthParts;
  /** Takes secrets that are known everywhere, and the given ones, out of a text. */
  readonly scrub: (text: string, secrets: readonly string[]) => string;
  /** What runs the tools that are code, by tool. */
  readonly handlerOf: (tool: Tool) => Handler | undefined;
  /** What runs a built-in API, by its name. */
  readonly apiOf: (name: string) => Handler | undefined;
}

/** What acts on the world, what confines it, and where it leaves its files. */
export type Executing = Pick<Gate, "backends" | "sandbox" | "runParser" | "evidence" | "upstream">;

/** Puts together all that an admitted call runs on. Nothing is started or looked at before the first call needs it. */
export function createExecuting(parts: ExecutingParts): Executing {
  const { config, runner, protectedFolders, searchPath } = parts;
  const sandbox = createSandbox({
    config: config.sandbox,
    workspaceRoots: config.workspaceRoots,
    probe: createProbe(runner),
  });
  const hidden = protectedFolders;
  const upstream = createUpstream({
    ...parts,
    sandbox,
    home: resolvePath(config.home).resolved,
    openProxy: (hosts) => createEgressProxy(toProxyRules(hosts, toReach(parts)), ownProxyFolder()),
    logFailure,
  });
  return {
    sandbox,
    upstream,
    backends: createBackends(parts, sandbox, upstream),
    runParser: createParserRunner({ runner, sandbox, config, hidden, searchPath, logFailure, logMovedAside }),
    evidence: createEvidenceStore({ ...config.output.evidence, durability: config.audit.durability }),
  };
}

function createBackends(parts: ExecutingParts, sandbox: Gate["sandbox"], bridge: McpBridge): Backends {
  const { config, runner, egress, protectedFolders, handlerOf, apiOf } = parts;
  const reach = (): Reach => toReach(parts);
  const programs = createCommandBackend({
    runner,
    environment: process.env,
    isSecretVariable: secretVariables(config.secrets, config.telemetry),
    tellsTrace: config.telemetry.programs,
    sandbox,
    toPlace: (admitted) => toConfinedPlace(admitted, config, [...protectedFolders, ...makeHidden(config)]),
    openProxy: (hosts) => createEgressProxy(toProxyRules(hosts, reach()), ownProxyFolder()),
    maxTotalBytes: config.output.maxTotalBytes,
    logFailure,
    logMovedAside,
  });
  return {
    command: programs,
    script: programs,
    shell: programs,
    http: createHttpBackend({ client: egress, reach, propagateTo: config.telemetry.propagateTo }),
    mcp: createMcpBackend({ bridge, toMeta: ({ call }) => toTraceMeta(call) }),
    handler: createHandlerBackend(handlerOf),
    internal: createHandlerBackend(({ backend }) => (backend.kind === "internal" ? apiOf(backend.api) : undefined)),
  };
}

/** What is made while a program runs could not be kept from it any more, so it is there before. */
function makeHidden({ output }: Config): readonly string[] {
  try {
    mkdirSync(output.evidence.folder, { recursive: true, mode: 0o700 });
  } catch {
    // Then no call can keep anything there, and says so itself.
  }
  return [ownProxyFolder()];
}

/** Of this moment: a scope may change under a running gateway. */
function toReach({ config, scope }: ExecutingParts): Reach {
  const { scope: current, required } = scope.current;
  return { scope: current, scopeRequired: required, privateAddresses: config.privateAddresses };
}
