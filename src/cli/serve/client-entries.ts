/** What a client needs to reach this server over HTTP. */
export interface HttpAccess {
  readonly url: string;
  /** The token, or what stands for it where it must not be shown. */
  readonly token: string;
}

/** The program and arguments that a client starts for a server of its own. Everything absolute. */
export interface StdioAccess {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that the server needs and a client may not hand on. */
  readonly env: Readonly<Record<string, string>>;
  /** How long a client should wait for a tool, in whole seconds: longer than a human may take. */
  readonly toolTimeoutSeconds: number;
}

/** One thing to paste. */
export interface ClientEntry {
  readonly client: string;
  /** File that the text belongs in; `null` for a command line. */
  readonly file: string | null;
  readonly text: string;
}

const NAME = "toolgate";

/** Entries for clients that connect over HTTP. */
export function toHttpEntries(
  { url, token }: HttpAccess,
  toolTimeoutSeconds: StdioAccess["toolTimeoutSeconds"],
): readonly ClientEntry[] {
  const headers = { Authorization: `Bearer ${token}` };
  return [
    {
      client: "Claude Code",
      file: null,
      text: `claude mcp add --transport http ${NAME} ${url} --header "Authorization: Bearer ${token}"`,
    },
    {
      client: "Claude Code",
      file: ".mcp.json",
      text: toJson({ mcpServers: { [NAME]: { type: "http", url, headers } } }),
    },
    { client: "Cursor", file: ".cursor/mcp.json", text: toJson({ mcpServers: { [NAME]: { url, headers } } }) },
    {
      client: "VS Code",
      file: ".vscode/mcp.json",
      text: toJson({ servers: { [NAME]: { type: "http", url, headers } } }),
    },
    {
      client: "Gemini CLI",
      file: "~/.gemini/settings.json",
      text: toJson({ mcpServers: { [NAME]: { httpUrl: url, headers } } }),
    },
    {
      client: "Codex",
      file: "~/.codex/config.toml",
      text: [
        `[mcp_servers.${NAME}]`,
        `url = ${toTomlString(url)}`,
        // It takes no variable in a header, but the name of one for the token.
        token.startsWith("$")
          ? `bearer_token_env_var = ${toTomlString(token.slice(1))}`
          : `http_headers = { Authorization = ${toTomlString(headers.Authorization)} }`,
        `tool_timeout_sec = ${toolTimeoutSeconds}`,
      ].join("\n"),
    },
  ];
}

/** Entries for clients that start the server themselves; they need no token and no running gateway. */
export function toStdioEntries(access: StdioAccess): readonly ClientEntry[] {
  const { command, args, env } = access;
  const names = Object.keys(env);
  const server = { command, args, ...(names.length === 0 ? {} : { env }) };
  const variables = names.map((name) => `--env ${quote(`${name}=${env[name] ?? ""}`)} `).join("");
  return [
    {
      client: "Claude Code",
      file: null,
      text: `claude mcp add ${NAME} ${variables}-- ${[command, ...args].map(quote).join(" ")}`,
    },
    {
      client: "Claude Code, Cursor, Gemini CLI, Claude Desktop",
      file: ".mcp.json, .cursor/mcp.json, ~/.gemini/settings.json, claude_desktop_config.json",
      text: toJson({ mcpServers: { [NAME]: server } }),
    },
    {
      client: "VS Code",
      file: ".vscode/mcp.json",
      text: toJson({ servers: { [NAME]: { type: "stdio", ...server } } }),
    },
    { client: "Codex", file: "~/.codex/config.toml", text: toCodexTable(access) },
  ];
}

/** Codex gives up on a tool after a minute unless told otherwise, which would end a call that waits for a human. */
function toCodexTable({ command, args, env, toolTimeoutSeconds }: StdioAccess): string {
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${toTomlString(value)}`);
  return [
    `[mcp_servers.${NAME}]`,
    `command = ${toTomlString(command)}`,
    `args = [${[...args, "--agent", "codex"].map(toTomlString).join(", ")}]`,
    ...(variables.length === 0 ? [] : [`env = { ${variables.join(", ")} }`]),
    `tool_timeout_sec = ${toolTimeoutSeconds}`,
  ].join("\n");
}

/** JSON's escapes are TOML's as well; only DEL must be escaped in addition. */
function toTomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

function toJson(value: object): string {
  return JSON.stringify(value);
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
