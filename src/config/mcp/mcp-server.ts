import type { SandboxSpec } from "../../model/sandbox.ts";
import type { SandboxToolData } from "../file/data/executing-data.ts";
import type { UpstreamAuth, UpstreamAuthData } from "./upstream-auth.ts";

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
  readonly prefix?: string | undefined;
  readonly tools_allow?: readonly string[] | undefined;
  readonly tools_deny?: readonly string[] | undefined;
  readonly read_tools?: readonly string[] | undefined;
  readonly destructive_tools?: readonly string[] | undefined;
  readonly task_tools?: readonly string[] | undefined;
  readonly lazy?: boolean | undefined;
  readonly sampling?: boolean | undefined;
  readonly roots?: boolean | undefined;
  readonly access?: McpAccess | undefined;
  readonly auth?: UpstreamAuthData | undefined;
  readonly sandbox?: Omit<SandboxToolData, "tool"> | undefined;
  readonly idle_minutes?: number | undefined;
}

/** Who may use a server: whoever the rules let, or only those who were granted it besides. */
export const MCP_ACCESS = ["rules", "granted"] as const;
export type McpAccess = (typeof MCP_ACCESS)[number];

/** An MCP server that somebody declared. */
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
  /** Why it is switched off although nobody wrote that; for people. @default nothing is wrong */
  readonly problem?: string | undefined;
  readonly timeoutMs: number;
  /** Before the names of its tools; empty: they keep their own. */
  readonly prefix: string;
  /** Patterns of its own names; empty: all of them. */
  readonly toolsAllow: readonly string[];
  readonly toolsDeny: readonly string[];
  /** Patterns of its own names that the operator vouches for to change nothing. */
  readonly readTools: readonly string[];
  readonly destructiveTools: readonly string[];
  /** Patterns of its own names whose calls are always tasks. @default none */
  readonly taskTools?: readonly string[] | undefined;
  /** Whether it is connected to only when it is first needed. */
  readonly lazy: boolean;
  /** Whether it may have the models of clients say something. @default false */
  readonly sampling?: boolean | undefined;
  /** Whether it may know the folders that clients work in. @default false */
  readonly roots?: boolean | undefined;
  /** What its table says of its confinement; `null`: nothing. @default null */
  readonly sandbox?: SandboxSpec | null | undefined;
  /** How long its program may go unused before it is ended; `null`: as long as it likes. @default null */
  readonly idleMs?: number | null | undefined;
  readonly access: McpAccess;
  /** How one logs in to it. @default as the server says, by a person */
  readonly auth?: UpstreamAuth | null | undefined;
}
