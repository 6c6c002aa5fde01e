/** `agent` may call, `approver` answer, `admin` change things, `metrics` read the numbers at `/metrics`. */
export const ROLES = ["agent", "approver", "admin", "metrics"] as const;
export type Role = (typeof ROLES)[number];

/** Who is calling. Everything here comes from the credential, never from the request. */
export interface Caller {
  readonly tenant: string;
  readonly principal: string;
  readonly agent: string;
  readonly roles: readonly Role[];
  /** Id of the token or key that was presented. It can never answer an approval of its own call. */
  readonly credential: string;
  /** What the credential says of the model's provider; may choose a profile. @default null */
  readonly provider?: string | null | undefined;
}

/**
 * What the request says of itself. Nothing vouches for it, so it may only narrow what the caller may do.
 * Every text is at most 200 characters.
 */
export interface CallerHints {
  readonly client?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly channel?: string | undefined;
  readonly chat?: string | undefined;
  readonly peerKind?: string | undefined;
  /** A group of chats or topics, which `[policy.groups]` may narrow. */
  readonly group?: string | undefined;
  readonly phase?: string | undefined;
  readonly turn?: string | undefined;
  /** How many agents stand between the person and this one. */
  readonly depth?: number | undefined;
  /** Whether this agent may not delegate any further. */
  readonly leaf?: boolean | undefined;
  /** Tools, groups or globs that this request limits itself to. */
  readonly allow?: readonly string[] | undefined;
}
