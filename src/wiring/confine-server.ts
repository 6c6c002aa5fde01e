import { hash } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { cleanUpConfined } from "../backends/command/clean-up-confined.ts";
import type { CleanUpParts } from "../backends/command/clean-up-confined.ts";
import { planSandbox } from "../call/plan/plan-sandbox.ts";
import type { SandboxGround } from "../call/plan/plan-sandbox.ts";
import { toConfinedPlace } from "../call/plan/sandbox/to-confined-place.ts";
import type { Config } from "../config/config.ts";
import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { EgressProxy } from "../egress/egress.ts";
import { resolvePath } from "../facts/resolve-path.ts";
import { logMovedAside } from "../log/log-moved-aside.ts";
import type { ConfineServer, ServerProgram } from "../mcp-bridge/connect/transport/server-program.ts";
import { UpstreamError } from "../mcp-bridge/upstream.ts";
import { Refused } from "../model/errors.ts";
import type { CommandPlan } from "../model/plan.ts";
import type { ConfinedPlace, ConfinedProgram } from "../sandbox/sandbox.ts";
import { toServerTool } from "./to-server-tool.ts";

export interface ConfineServerParts extends SandboxGround, CleanUpParts {
  /** Opens the only way out of a program that may reach certain hosts. */
  readonly openProxy: (hosts: readonly string[]) => Promise<EgressProxy>;
}

/**
 * Confines the programs of servers as those of tools: by the `[sandbox]` of the configuration, in whose rows a server is a
 * tool named `mcp.NAME`. Each has a folder of its own to write in.
 */
export function createServerConfinement(parts: ConfineServerParts): ConfineServer {
  const { config, sandbox } = parts;
  return async (server, program) => {
    await sandbox.prepare();
    const session = { id: `mcp.${server.name}`, folder: ownFolder(server, config) };
    const plan = toPlan(program);
    const planned = plannedFor(server, plan, session, parts);
    if (planned === undefined) return null;
    const call = { id: program.callId };
    const place = toConfinedPlace(
      { call, plan: { ...plan, sandbox: planned }, session },
      config,
      parts.protectedFolders,
    );
    const proxy = planned.network.kind === "hosts" ? await parts.openProxy(planned.network.hosts) : null;
    const confined = await confineOrClose(proxy, (proxySocket) =>
      sandbox.confine(program.argv, planned, { ...place, environment: Object.keys(program.env), proxySocket }),
    );
    let closing: Promise<void> | undefined;
    return {
      ...confined,
      env: { ...program.env, ...confined.env },
      ownNamespace: planned.engine === "bubblewrap",
      // Whatever was made is taken away once, however often that is asked for.
      close: () => (closing ??= takeAway(confined, proxy, program.callId, parts)),
    };
  };
}

/** Nobody else would ever close a proxy for a program that cannot be confined. */
async function confineOrClose(
  proxy: EgressProxy | null,
  confine: (proxySocket: ConfinedPlace["proxySocket"]) => ConfinedProgram,
): Promise<ConfinedProgram> {
  try {
    return confine(proxy?.socketFile ?? null);
  } catch (error) {
    await proxy?.close();
    throw error;
  }
}

async function takeAway(
  confined: ConfinedProgram,
  proxy: EgressProxy | null,
  callId: string,
  parts: CleanUpParts,
): Promise<void> {
  try {
    if (confined.cleanup !== null) await cleanUpConfined(confined.cleanup, confined.env, callId, parts);
    const moved = confined.settle();
    if (moved.length > 0) logMovedAside(callId, moved);
  } finally {
    await proxy?.close();
  }
}

function plannedFor(
  server: McpServer,
  plan: CommandPlan,
  session: { readonly id: string; readonly folder: string },
  ground: SandboxGround,
): ReturnType<typeof planSandbox> {
  try {
    return planSandbox({ call: { delegated: false }, tool: toServerTool(server), session }, plan, ground);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const hint = error.info.hint ?? "`toolgate doctor` says what is missing";
    throw new UpstreamError(error.info.message, hint);
  }
}

/** Two projects may each have a server of one name, and neither is to find what the other's left. */
function ownFolder({ name, layer }: McpServer, { dataFolder, workspace }: Config): string {
  const own = layer === "user" ? name : `${name}@${hash("sha256", workspace).slice(0, 16)}`;
  const folder = path.join(dataFolder, "servers", own);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return resolvePath(folder).resolved;
}

/** What its confinement is planned from: the program with the names of its variables. */
function toPlan({ argv, cwd, env }: ServerProgram): CommandPlan {
  const [program = ""] = argv;
  const folder = resolvePath(cwd).resolved;
  return {
    kind: "command",
    argv,
    cwd: folder,
    environment: Object.keys(env).sort(),
    fixedEnvironment: {},
    sealedEnvironment: [],
    paths: [
      { param: "", candidate: program, resolved: resolvePath(program).resolved },
      { param: "", candidate: cwd, resolved: folder },
    ],
    injected: {},
    timeoutMs: 0,
    maxStdoutBytes: 0,
    maxStderrBytes: 0,
  };
}
