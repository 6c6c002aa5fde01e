import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { Caller } from "../../model/caller.ts";

/** Logins of people to upstream MCP servers. Tokens are never given out. */
export interface LoginControl {
  /** Lets a person log in; `onUrl` gets what to open in a browser. Rejects with `UpstreamError`. */
  logIn(server: string, by: Caller, options: LogInRequest): Promise<LoggedIn>;
  /** Forgets a login. `false`: there was none. Rejects with `UpstreamError` when there is no such server. */
  logOut(server: string, by: Caller): Promise<boolean>;
}

export interface LogInRequest {
  readonly onUrl: (url: URL) => void;
  /** Told first where the server names another authorization server than at the login before. */
  readonly onMoved?: ((before: string, now: string) => void) | undefined;
  readonly signal: AbortSignal;
}

export interface LoggedIn {
  readonly server: McpServer["name"];
  readonly issuer: string;
  readonly scope: string | null;
  /** Whether it can be renewed without the person. */
  readonly renews: boolean;
}
