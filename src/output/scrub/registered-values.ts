/** Values of one tenant that are taken out of everything. */
export interface RegisteredValues {
  /** Those of this moment; the same list as before while nothing changed. Rejects when one cannot be opened. */
  current(): Promise<readonly string[]>;
}
