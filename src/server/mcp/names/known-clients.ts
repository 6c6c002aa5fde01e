/** What a client takes as the name of a tool: letters, digits, `_` and `-`, so many of them at most. */
export interface NameLimits {
  readonly maxLength: number;
}

/** The names that every client in the table takes. */
export const SAFE: NameLimits = { maxLength: 49 };

/**
 * Clients that are known to refuse dots, by the name that they give themselves, in small letters. Some drop the tool, some
 * the whole server, and some fail at the first question because their model's API refuses the request. Clients that replace
 * dots themselves, such as Gemini CLI, are not here. Beside the length of a name stands what they put before it, with this
 * server called `toolgate`.
 */
const CLIENTS: Readonly<Record<string, NameLimits>> = {
  // Claude Desktop and claude.ai: one name that does not fit `^[a-zA-Z0-9_-]{1,64}$`, and no tool of any server is there.
  "claude-ai": { maxLength: 64 },
  "anthropic/claudeai": { maxLength: 64 },
  "claude-desktop": { maxLength: 64 },
  // Claude Code: `mcp__toolgate__` and the name are 64 at most, as older models' APIs have it.
  "claude-code": { maxLength: 49 },
  // Cursor leaves out tools whose name is not of letters, digits and `_`, or has 60 characters together with its server's.
  "cursor-vscode": { maxLength: 50 },
  cursor: { maxLength: 50 },
  // Codex before 0.78: the Responses API takes `^[a-zA-Z0-9_-]+$`.
  "codex-mcp-client": { maxLength: 64 },
  codex: { maxLength: 64 },
  // GitHub Copilot CLI and its plugins: `^[a-zA-Z0-9_-]{1,128}$`.
  "github-copilot-developer": { maxLength: 64 },
  // VS Code warns of each such name, and then replaces the dots.
  "visual studio code": { maxLength: 64 },
  "visual studio code - insiders": { maxLength: 64 },
  "code - oss": { maxLength: 64 },
};

/** What a client takes; `null`: nothing is known of it, or it takes every name. */
export function findLimits(client: string | undefined): NameLimits | null {
  const name = client?.toLowerCase() ?? "";
  return Object.hasOwn(CLIENTS, name) ? (CLIENTS[name] ?? null) : null;
}
