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
export function toHttpEntries({ url, token }: HttpAccess): readonly ClientEntry[] {
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
  ];
}

/** Entries for clients that start the server themselves; they need no token and no running gateway. */
export function toStdioEntries({ command, args, env }: StdioAccess): readonly ClientEntry[] {
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
      client: "Claude Code, Cursor",
      file: ".mcp.json, .cursor/mcp.json",
      text: toJson({ mcpServers: { [NAME]: server } }),
    },
    {
      client: "VS Code",
      file: ".vscode/mcp.json",
      text: toJson({ servers: { [NAME]: { type: "stdio", ...server } } }),
    },
  ];
}

function toJson(value: object): string {
  return JSON.stringify(value);
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
