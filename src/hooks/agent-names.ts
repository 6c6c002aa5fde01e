/** The agents by name, for those who have no time to load what is known of them. */
export const HOOK_AGENT_NAMES = ["claude-code", "codex", "copilot", "cursor", "gemini", "windsurf"] as const;
export type HookAgentName = (typeof HOOK_AGENT_NAMES)[number];
