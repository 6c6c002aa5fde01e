/** What a server says of one of its tools, or, under the tool `""`, of itself; and what of that was accepted. */
export interface StoredPin {
  readonly server: string;
  /** `null`: a server of the user, the same in every workspace. */
  readonly workspace: string | null;
  readonly tool: string;
  /** Canonical JSON of the definition that may be used; `null`: none yet. */
  readonly accepted: string | null;
  /** Canonical JSON of the last definition that the server sent; `null`: it has the tool no more. */
  readonly offered: string | null;
  /** `sha256:<hex>` of an offer that a human refused; a new offer is another one. */
  readonly refusedHash: string | null;
  readonly acceptedAt: string | null;
  /** The principal; `first use` when nobody had to be asked. */
  readonly acceptedBy: string | null;
  /** When the server last sent something new of it. ISO 8601. */
  readonly seenAt: string;
}

export interface PinRepository {
  /** Of this workspace's servers and of those of the user; by server and tool. */
  list(workspace: string): Promise<readonly StoredPin[]>;
  /** Reads and writes all rows of one server in one transaction; a row that is the same object is left alone. */
  change(
    of: Pick<StoredPin, "server" | "workspace">,
    toNext: (before: readonly StoredPin[]) => readonly StoredPin[],
  ): Promise<readonly StoredPin[]>;
}

/** What an agent or a person may use of an upstream server; one for each of them. */
export interface StoredServerGrant {
  readonly id: string;
  readonly server: string;
  /** `null`: of a server of the user, the same in every workspace. */
  readonly workspace: string | null;
  readonly subject: StoredSubject;
  readonly enabled: boolean;
  /** Patterns of names as the server gives them; empty: all of its tools. */
  readonly toolAllow: readonly string[];
  readonly toolDeny: readonly string[];
  readonly overrides: ServerOverrides;
  /** ISO 8601; `null`: never. */
  readonly expiresAt: string | null;
  /** The access request that it came with last; `null`: a person gave it. */
  readonly request: string | null;
  readonly grantedBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface StoredSubject {
  readonly kind: "agent" | "user";
  readonly name: string;
}

/** Keys of the server's configuration that a grant may say otherwise. */
export interface ServerOverrides {
  readonly timeout_seconds?: number | undefined;
}

export interface ServerGrantRepository {
  /** Of this workspace's servers and of those of the user, also those whose time is over; by server and subject. */
  list(workspace: string): Promise<readonly StoredServerGrant[]>;
  /** In the place of an earlier one for the same server and subject, which keeps its id and the time it was made. */
  put(grant: StoredServerGrant): Promise<StoredServerGrant>;
  remove(id: string): Promise<boolean>;
}

/** Somebody asks for a server, for an agent or a person. */
export interface StoredAccessRequest {
  readonly id: string;
  readonly server: string;
  readonly workspace: string | null;
  readonly subject: StoredSubject;
  readonly status: "pending" | "approved" | "rejected";
  readonly reason: string | null;
  /** Sorted; empty: all tools. */
  readonly toolAllow: readonly string[];
  /** The principal who asked. */
  readonly requestedBy: string;
  /** The credential that asked. */
  readonly requestedWith: string;
  readonly createdAt: string;
  readonly reviewedBy: string | null;
  readonly reviewedAt: string | null;
  readonly reviewNote: string | null;
}

export interface AccessReview {
  readonly by: string;
  readonly at: string;
  readonly note: string | null;
  /** What is granted with it; `null`: it is rejected. */
  readonly grant: StoredServerGrant | null;
}

export interface AccessRequestRepository {
  /** For this workspace's servers and for those of the user, also those that were reviewed; oldest first. */
  list(workspace: string): Promise<readonly StoredAccessRequest[]>;
  /** `false`: the same waits already. */
  create(request: StoredAccessRequest): Promise<boolean>;
  /** How many of a credential wait, in every workspace. */
  countPending(requestedWith: string): Promise<number>;
  /**
   * The first review wins, and what it grants is written with it or not at all: an earlier grant is switched on, its
   * `toolAllow`, end and request are replaced, its `toolDeny` and overrides stay. `false`: it does not wait any more.
   */
  review(id: string, review: AccessReview): Promise<boolean>;
}
