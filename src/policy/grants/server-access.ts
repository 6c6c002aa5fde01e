/** Who may use which upstream MCP servers, beside what rules say. */
export interface ServerAccess {
  /** Every configured server, by name. */
  readonly servers: ReadonlyMap<string, AccessibleServer>;
  /** At most one for each server and subject. */
  readonly grants: readonly ServerGrant[];
  /** Grants that are over by then are over for calls of an earlier time, too. Milliseconds since 1970. @default none */
  readonly asOf?: number | undefined;
}

export interface AccessibleServer {
  readonly enabled: boolean;
  /** Whether an agent needs a grant; otherwise grants only narrow. */
  readonly needsGrant: boolean;
}

export interface GrantSubject {
  /** `agent`: whatever person it works for; `user`: the principal, with whatever agent. */
  readonly kind: "agent" | "user";
  readonly name: string;
}

/** What an agent or a person may use of a server. */
export interface ServerGrant {
  readonly id: string;
  readonly server: string;
  readonly subject: GrantSubject;
  readonly enabled: boolean;
  /** Patterns of names as the server gives them; empty: all of its tools. */
  readonly toolAllow: readonly string[];
  /** The same; wins over every `toolAllow`. */
  readonly toolDeny: readonly string[];
  /** The longest that a call may take; `null`: as the server says. */
  readonly timeoutMs: number | null;
  /** ISO 8601; from then on it denies everything. `null`: never. */
  readonly expiresAt: string | null;
}
