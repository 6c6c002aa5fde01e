/** What a shell of the agent starts. Everything absolute. */
export interface HookCommand {
  readonly node: string;
  readonly launcher: string;
  readonly agent: string;
  /** Wait for Toolgate's own approvals instead of handing the question to the agent. */
  readonly approvals: boolean;
  /** The `toolgate.toml` to use; `null`: the nearest one. */
  readonly config: string | null;
  /** Variables that move Toolgate's folders; an agent started elsewhere may not have them. */
  readonly env: Readonly<Record<string, string>>;
}

/** The line for the agent's settings: every word quoted where a shell would read it otherwise. */
export function renderHookCommand({ node, launcher, agent, approvals, config, env }: HookCommand): string {
  const moved = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`);
  const options = [...(approvals ? ["--approvals"] : []), ...(config === null ? [] : ["--config", quote(config)])];
  return [...moved, quote(node), quote(launcher), "hook", agent, ...options].join(" ");
}

/** Whether one hook of a settings file is a line that this wrote, wherever Toolgate stood then. */
export function isOurs(hook: unknown, agent: string): boolean {
  if (typeof hook !== "object" || hook === null) return false;
  const { command, bash } = hook as { readonly command?: unknown; readonly bash?: unknown };
  const line = typeof command === "string" ? command : bash;
  if (typeof line !== "string") return false;
  return /[/\\]toolgate\.js'? hook ([a-z-]+)(?: |$)/.exec(line)?.[1] === agent;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
