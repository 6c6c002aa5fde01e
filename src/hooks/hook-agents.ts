import { CLAUDE_CODE } from "./agents/claude-code.ts";
import { CODEX } from "./agents/codex.ts";
import { COPILOT } from "./agents/copilot.ts";
import { CURSOR } from "./agents/cursor.ts";
import { GEMINI } from "./agents/gemini.ts";
import { WINDSURF } from "./agents/windsurf.ts";
import type { HookAgent } from "./hook-agent.ts";

/** Every agent whose hooks are understood. A new one is a file and a row. */
export const HOOK_AGENTS: readonly HookAgent[] = [CLAUDE_CODE, CODEX, COPILOT, CURSOR, GEMINI, WINDSURF];

export function findHookAgent(name: string): HookAgent | null {
  return HOOK_AGENTS.find((agent) => agent.name === name) ?? null;
}
