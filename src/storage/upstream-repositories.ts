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
