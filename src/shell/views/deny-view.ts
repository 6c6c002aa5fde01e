/** One argument vector that may run because of a command. */
export interface DenyView {
  /**
   * `plain`: the command as it stands, or another spelling of it. `unwrapped`: started by a wrapper. `nested`: in text that a
   * shell runs. `suffix`: only if an unknown program starts what its arguments say, which is no more than a reason to ask.
   */
  readonly kind: "plain" | "unwrapped" | "nested" | "suffix";
  /** The program first; `null` for a word that is not known: as the first one it stands for any program at all. */
  readonly words: readonly (string | null)[];
}
