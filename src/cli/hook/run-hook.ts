import path from "node:path";
import { resolveFolders } from "../../config/folders.ts";
import type { Environment } from "../../config/folders.ts";
import type { HookAgentName } from "../../hooks/agent-names.ts";
import { block } from "../../hooks/block.ts";
import type { HookReply } from "../../hooks/hook-agent.ts";
import { MAX_EVENT_BYTES } from "../../hooks/parse-event.ts";
import { toTimeLimit } from "../../server/local/hook-wire.ts";
import { toSocketPath } from "../../server/local/socket-path.ts";
import { findWorkspace } from "./find-workspace.ts";
import { forwardHook } from "./forward-hook.ts";

export interface HookRun {
  readonly agent: HookAgentName;
  readonly approvals: boolean;
  /** As given with `--config`. */
  readonly config: string | undefined;
  readonly cwd: string;
  readonly env: Environment;
}

/**
 * Answers one event: by the gateway of this workspace if one runs, else by opening the gate here. Never rejects, and
 * loads next to nothing before it knows that it must.
 */
export async function runHook(run: HookRun, stdin: AsyncIterable<unknown>): Promise<HookReply> {
  try {
    const input = await readInput(stdin);
    return input === null ? block(`the hook's input has more than ${MAX_EVENT_BYTES} bytes`) : await answer(run, input);
  } catch (error) {
    return block(error instanceof Error ? error.message : String(error));
  }
}

async function answer(run: HookRun, input: Uint8Array): Promise<HookReply> {
  const folder = projectOf(run);
  const folders = resolveFolders(run.env);
  const { agent, approvals, config } = run;
  const place = config === undefined ? folder : path.dirname(path.resolve(run.cwd, config));
  const workspace = findWorkspace(place, folders.userConfigFile);
  const head = { agent, approvals, folder: path.resolve(run.cwd), timeLimitMs: toTimeLimit(approvals) };
  const socketPath = toSocketPath(folders.data, workspace);
  if (socketPath !== null) {
    const forwarded = await forwardHook(socketPath, head, input);
    if (forwarded.kind === "reply") return forwarded.reply;
    if (forwarded.kind === "failed") return block(forwarded.message);
  }
  const { answerHere } = await import("./answer-here.ts");
  return answerHere({ ...head, input, cwd: folder, env: run.env, config });
}

/**
 * The agent's project, not where its commands have moved to: a folder further down may hold a configuration of its own,
 * whose rules would then replace the project's.
 */
function projectOf({ agent, env, cwd }: HookRun): string {
  const variable = PROJECT_VARIABLES[agent];
  const named = variable === undefined ? undefined : env[variable];
  return named !== undefined && path.isAbsolute(named) ? named : cwd;
}

/** Set by the agent for its hooks; those of the others start in the project. */
const PROJECT_VARIABLES: Readonly<Partial<Record<HookAgentName, string>>> = {
  "claude-code": "CLAUDE_PROJECT_DIR",
  cursor: "CURSOR_PROJECT_DIR",
  gemini: "GEMINI_PROJECT_DIR",
};

/** `null`: there is more than an event may have. */
async function readInput(stdin: AsyncIterable<unknown>): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_EVENT_BYTES) return null;
  }
  return Buffer.concat(chunks);
}
