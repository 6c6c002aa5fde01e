/** Values of one tenant that are taken out of everything. */
export interface RegisteredValues {
  /** Those of this moment, or at least of a revision; the same list while nothing changed. Rejects when one cannot be opened. */
  current(revision?: number): Promise<readonly string[]>;
}
