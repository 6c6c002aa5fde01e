/** Keeps the output files of calls: a folder for each call, for its owner alone. */
export interface EvidenceStore {
  /** Where the files of a call are or would be; nothing is made or looked at. Absolute. @throws EvidenceError */
  pathFor(place: EvidencePlace): string;
  /** The same folder, made when it is not there; mode 0700. Rejects with `EvidenceError` when that cannot be. */
  folderFor(place: EvidencePlace): Promise<string>;
  /**
   * Writes one file (0600) into the folder of a call, wholly or not at all, and gives its absolute path. Rejects with
   * `EvidenceError`.
   */
  write(place: EvidencePlace, name: string, bytes: Uint8Array): Promise<string>;
  /** What is in the folder of a call: regular files, in order of their names, the first hundred. Empty without a folder. */
  list(place: EvidencePlace): Promise<readonly EvidenceFile[]>;
  /**
   * What a kept file holds, while it is what it was when its call ended; `null`: it is gone, or another one by now, or none
   * of this store, or larger than is read.
   */
  read(file: KeptPlace): Promise<Buffer | null>;
  /** Gives `work` an empty folder of its own (0700), which is removed when it is done. */
  scratch<Result>(place: EvidencePlace, work: (folder: string) => Promise<Result>): Promise<Result>;
  /** Removes what is older, or more, than is to be kept; never files of `running` calls, given by call or scan id. */
  sweep(running: readonly string[]): Promise<SweptFiles>;
}

/** Whose files they are, and where their tool wants them. */
export interface EvidencePlace {
  readonly scanId: string;
  readonly sessionId: string;
  /** As written in `[tool.evidence]`; `null`: a folder named like the scan id. */
  readonly outputDir: string | null;
}

/** A file as the record of its call has it. */
export interface KeptPlace {
  /** Absolute. */
  readonly folder: string;
  /** Its path below that. */
  readonly name: string;
  readonly hash: string | null;
}

export interface EvidenceFile {
  /** Absolute. */
  readonly file: string;
  readonly bytes: number;
  /** `sha256:<hex>`; `null` for a file that is too large to be read again. */
  readonly hash: string | null;
}

export interface SweptFiles {
  readonly removed: number;
  readonly bytes: number;
}
