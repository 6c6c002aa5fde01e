import { HOOK_AGENT_NAMES } from "../../hooks/agent-names.ts";
import { runHook } from "./run-hook.ts";
import type { HookRun } from "./run-hook.ts";

/**
 * The short way for the launcher: `hook AGENT` and its options, without the rest of the command line. `null` for anything
 * else, which the command line answers.
 */
export function startHook(words: readonly string[]): Promise<number> | null {
  const run = parseWords(words);
  return run === null ? null : answerHook(run);
}

/** Writes the answer where the agent looks for it, and gives the exit status. */
export async function answerHook(run: HookRun): Promise<number> {
  const { stdout, stderr, exitCode } = await runHook(run, process.stdin);
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  return exitCode;
}

function parseWords([name, ...options]: readonly string[]): HookRun | null {
  const agent = HOOK_AGENT_NAMES.find((each) => each === name);
  if (agent === undefined) return null;
  let approvals = false;
  let config: string | undefined;
  for (let at = 0; at < options.length; at += 1) {
    const option = options[at];
    if (option === "--approvals") approvals = true;
    else if (option === "--config" && at + 1 < options.length) config = options[(at += 1)];
    else return null;
  }
  return { agent, approvals, config, cwd: process.cwd(), env: process.env };
}
