/** How much one call may read, write or look through. Sizes in bytes. */
export interface FileLimits {
  /** Larger files are not opened at all. */
  readonly maxFileBytes: number;
  /** What one read gives back. */
  readonly maxSliceBytes: number;
  readonly maxWriteBytes: number;
  /** Entries of one folder that are looked at. */
  readonly maxFolderEntries: number;
  /** Entries of a whole tree that are looked at. */
  readonly maxTreeEntries: number;
  readonly maxDepth: number;
  /** Larger files are left out of a search. */
  readonly maxSearchFileBytes: number;
  /** Read by one search, all files together. */
  readonly maxSearchBytes: number;
  /** Time that one search or walk may take. */
  readonly maxMs: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_FILE_LIMITS: FileLimits = {
  maxFileBytes: 64 * MIB,
  maxSliceBytes: MIB,
  maxWriteBytes: 10 * MIB,
  maxFolderEntries: 100_000,
  maxTreeEntries: 200_000,
  maxDepth: 64,
  maxSearchFileBytes: 8 * MIB,
  maxSearchBytes: 512 * MIB,
  maxMs: 20_000,
};
