/** How an MCP server is reached. */
export const MCP_TRANSPORTS = ["stdio", "http", "sse"] as const;
export type McpTransport = (typeof MCP_TRANSPORTS)[number];

/** `[mcp.servers.NAME]` as a file says it, checked. Values may hold `${VAR}`: a variable of Toolgate's environment. */
export interface McpServerData {
  readonly transport?: McpTransport | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly enabled?: boolean | undefined;
  readonly timeout_seconds?: number | undefined;
}

/** An MCP server that somebody declared. This version lists it and does not connect to it. */
export interface McpServer extends Pick<McpServerData, "args" | "env" | "headers"> {
  readonly name: string;
  /** Whose configuration it stands in. */
  readonly layer: "user" | "project";
  readonly transport: McpTransport;
  /** The program of a `stdio` server, or the URL of another one. */
  readonly target: string;
  /** As written; `null`: not said. */
  readonly cwd: string | null;
  readonly enabled: boolean;
  readonly timeoutMs: number;
}
