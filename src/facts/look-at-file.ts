import { accessSync, constants, statSync } from "node:fs";

/** How many names a file has, and whether this process may read it. */
export interface FileFact {
  readonly names: number;
  readonly isReadable: boolean;
}

/** Looks at a resolved path; what is not there, or is no regular file, cannot be read. Never throws, opens nothing. */
export function lookAtFile(resolved: string): FileFact {
  try {
    const stat = statSync(resolved);
    // Opening a device or a pipe could already do something; asking for permission does not.
    accessSync(resolved, constants.R_OK);
    return { names: stat.nlink, isReadable: stat.isFile() };
  } catch {
    return { names: 0, isReadable: false };
  }
}
