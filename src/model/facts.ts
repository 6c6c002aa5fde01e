/** What was looked up for a decision. The policy itself never looks anything up. */
export interface Facts {
  /** Nobody can be asked. */
  readonly headless: boolean;
  /** Milliseconds since 1970, read once for the whole decision. */
  readonly now: number;
  /** Where the call works and where its relative paths start. Absolute, links followed. */
  readonly folder: string;
  /**
   * Where path rules without an anchor start: an agent that goes to another folder must not take along what was allowed.
   * @default `folder`
   */
  readonly start?: string | undefined;
  /** The person's home folder. Absolute, links followed. */
  readonly home: string;
  /** The workspace roots. Absolute, links followed. */
  readonly roots: readonly [string, ...string[]];
  /** Toolgate's own configuration, keys and database, and the tool folders: what sets the rules. Absolute. */
  readonly ownFolders: readonly string[];
  /**
   * Nothing was looked at: paths lead where they say, and a bare program name means the system's program. So are offline
   * judgements. Otherwise what is missing below is unknown, and never allowed.
   */
  readonly lexical: boolean;
  /** Absolute path without `.` and `..` → the same with every link followed. */
  readonly realPaths: ReadonlyMap<string, string>;
  /** A bare name as written, or the absolute path of a program that was named by a path → what it is. */
  readonly programs: ReadonlyMap<string, ProgramFact>;
  /** What the limits that concern this call have used up, by id of the limit. */
  readonly limits: ReadonlyMap<string, LimitFact>;
  /** State of the session that the call works in, for policies; `null` where there is none. */
  readonly session: SessionFact | null;
}

export interface ProgramFact {
  /** Absolute, links followed; `null`: not found. */
  readonly file: string | null;
  /** It lies where only the system's owner can write. */
  readonly trusted: boolean;
}

export interface LimitFact {
  /** Calls that count now. */
  readonly used: number;
  /** When the oldest of them stops counting, in milliseconds since 1970; `null` where only the end of a call frees room. */
  readonly freeAt: number | null;
}

export interface SessionFact {
  readonly id: string;
  /** State of an interactive program, such as `ready`; `null` where it has none. */
  readonly state: string | null;
  /** Calls of this session so far. */
  readonly interactions: number;
  /** What a browser shows, for `resource.page_state`. */
  readonly page: Readonly<Record<string, string | number | boolean>> | null;
}
