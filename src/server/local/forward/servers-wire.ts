import type { UpstreamState } from "../../../mcp-bridge/upstream.ts";

/** The one line after the greeting. */
export type ServersQuestion =
  | { readonly want: "list" }
  /** Ends the wait for a server that is not connected, and answers when it is, or could not be. */
  | { readonly want: "retry"; readonly server: string };

/** How one server is for the gateway. */
export interface LiveServer {
  readonly name: string;
  readonly state: UpstreamState;
  /** Tools that may be called now. */
  readonly tools: number;
}

export type ServersAnswer =
  | { readonly ok: true; readonly pid: number; readonly servers: readonly LiveServer[] }
  /** What a server could not do, or that there is none of that name. */
  | {
      readonly ok: false;
      readonly message: string;
      readonly hint: string;
      /** The end of what its program wrote to standard error, nothing escaped. */
      readonly said?: string | undefined;
    };
