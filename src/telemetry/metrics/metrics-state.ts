/** What is looked at when somebody asks for the numbers, and at no other time. */
export interface MetricsState {
  readonly runningCalls: () => number;
  /** Questions that wait for a human, of every process that shares the database. */
  readonly pendingApprovals: () => Promise<number>;
  /** `unknown`: nothing had to be confined yet. */
  readonly sandbox: () => { readonly engine: string; readonly state: "ready" | "unavailable" | "unknown" };
  /** Upstream MCP servers. */
  readonly upstreams: () => readonly UpstreamRow[];
  /** Spans since the start, by what became of them. */
  readonly spans: () => { readonly exported: number; readonly lost: number };
}

export interface UpstreamRow {
  /** As in `[mcp.servers]`. */
  readonly server: string;
  /** A word of a short list, such as `ready` or `failed`. */
  readonly state: string;
}
