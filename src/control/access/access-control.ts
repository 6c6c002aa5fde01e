import type { Caller } from "../../model/caller.ts";
import type { StoredAccessRequest, StoredServerGrant, StoredSubject } from "../../storage/upstream-repositories.ts";

/** Who may use which upstream MCP servers. Every change is recorded before it holds. */
export interface AccessControl {
  /** For servers of this workspace and of the user, also those whose time is over. */
  listGrants(): Promise<readonly StoredServerGrant[]>;
  /** Takes the place of an earlier grant for the same server and subject. */
  grant(wanted: WantedGrant, by: Caller): Promise<GrantResult>;
  /** `false`: there is no such grant. */
  revoke(id: string, by: Caller): Promise<boolean>;
  /** Oldest first, also those that were reviewed. */
  listRequests(): Promise<readonly StoredAccessRequest[]>;
  /** Asks for a server. An agent can only ask for itself. */
  request(wanted: WantedAccess, by: Caller): Promise<RequestResult>;
  /** Once, and never by whoever asked or would get it. */
  review(given: GivenReview, by: Caller): Promise<ReviewResult>;
}

export interface WantedGrant extends Pick<StoredServerGrant, "server" | "subject" | "toolAllow" | "toolDeny"> {
  readonly enabled: boolean;
  /** As given; unknown keys are refused. */
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly expiresAt: string | null;
}

export interface WantedAccess {
  readonly server: string;
  readonly subject: StoredSubject;
  /** Empty: all of its tools. */
  readonly toolAllow: readonly string[];
  readonly reason: string | null;
}

export interface GivenReview {
  readonly id: string;
  readonly verdict: "approve" | "reject";
  /** Less than what was asked for; `null`: all of that. */
  readonly toolAllow: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly note: string | null;
}

export interface AccessRefusal {
  readonly ok: false;
  readonly code:
    | "UNKNOWN_SERVER"
    | "BAD_GRANT"
    /** The server is for everybody whom the rules let, and nothing narrows that. */
    | "NOT_NEEDED"
    | "ALREADY_PENDING"
    | "TOO_MANY"
    | "NOT_YOURS"
    | "UNKNOWN_REQUEST"
    | "OVER"
    | "NOT_REVIEWER"
    | "OWN_REQUEST";
  readonly message: string;
  readonly hint: string;
}

export type GrantResult =
  | {
      readonly ok: true;
      readonly grant: StoredServerGrant;
      /** What held before. */
      readonly replaced: StoredServerGrant | null;
    }
  | AccessRefusal;

export type RequestResult = { readonly ok: true; readonly request: StoredAccessRequest } | AccessRefusal;

export type ReviewResult =
  | {
      readonly ok: true;
      /** What holds now; `null` after a rejection. */
      readonly grant: StoredServerGrant | null;
      readonly replaced: StoredServerGrant | null;
    }
  | AccessRefusal;
