/** Keeps the output files of calls: a folder for each call, for its owner alone. */
export interface EvidenceStore {
  /**
   * The folder of one call, made when it is first asked for; absolute, mode 0700. Rejects when the disk does not let it.
   * Its name is the scan id, which ends like the call's id.
   */
  folderFor(scanId: string): Promise<string>;
  /** Writes one file (0600) into the folder of a call and gives its absolute path. Rejects when it is not wholly on disk. */
  write(scanId: string, name: string, bytes: Uint8Array): Promise<string>;
  /** Removes what is older, or more, than the configuration keeps; never files of `running` calls. */
  sweep(running: readonly string[]): Promise<{ readonly removed: number; readonly bytes: number }>;
}
