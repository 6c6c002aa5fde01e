import path from "node:path";
import type { McpServer } from "../../../config/mcp/mcp-server.ts";
import type { OpenRequest } from "../../../process/process-runner.ts";
import type { ConfinedProgram } from "../../../sandbox/sandbox.ts";
import { UpstreamError } from "../../upstream.ts";
import type { ResolvedServer } from "../resolve-server.ts";
import type { UpstreamParts } from "../upstream-parts.ts";

/** A program as it would run unconfined. `file` is `argv[0]`. */
export type ServerProgram = Pick<OpenRequest, "callId" | "argv" | "cwd" | "env">;

/** How the same program runs inside its confinement. */
export interface ConfinedServer extends Pick<ConfinedProgram, "argv" | "cwd" | "env" | "places" | "explain"> {
  readonly ownNamespace: boolean;
  /** To be called once its last process is gone: takes away what the confinement needed. */
  readonly close: () => Promise<void>;
}

/** Confines the program of a server; `null`: it is not to be confined. Rejects where it must be and cannot. */
export type ConfineServer = (server: McpServer, program: ServerProgram) => Promise<ConfinedServer | null>;

/** Handed on to every program besides what its server names. */
const HANDED_ON = ["PATH", "HOME", "LANG"] as const;

/** What starts the program of a server. @throws UpstreamError when there is no such program */
export function toServerProgram(
  { target, args, cwd, env }: ResolvedServer,
  parts: Pick<UpstreamParts, "environment" | "workspace" | "findProgram">,
  callId: string,
): ServerProgram {
  const folder = cwd === null ? parts.workspace : path.resolve(parts.workspace, cwd);
  const file = parts.findProgram(target, folder);
  if (file === null) {
    const hint = "write an absolute path, or put the program into a folder of PATH that is outside of the workspace";
    throw new UpstreamError(`its program ${JSON.stringify(target)} was not found`, hint);
  }
  const own = HANDED_ON.flatMap((name) => {
    const value = parts.environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { callId, argv: [file, ...args], cwd: folder, env: { ...Object.fromEntries(own), ...env } };
}
