import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "./store.ts";

/** The database's file name in the data folder. */
export const DATABASE_NAME = "toolgate.db";

/**
 * Makes the data folder (0700) and an empty database file (0600) where they are missing, and takes rights of group and
 * others away where they are not. Returns the database's path. Throws `StoreError`, or the system's own error.
 */
export function prepareDataFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeFolder(folder);
  const database = join(folder, DATABASE_NAME);
  createDatabaseFile(database);
  // SQLite gives its -wal and -shm files the mode of the database.
  for (const path of [database, `${database}-wal`, `${database}-shm`]) closeFile(path);
  return database;
}

function closeFolder(folder: string): void {
  const stat = statSync(folder);
  const uid = process.getuid?.() ?? stat.uid;
  if (stat.uid !== uid && uid !== 0) {
    throw new StoreError(
      "UNAVAILABLE",
      `The data folder ${folder} belongs to another user (uid ${stat.uid}), who could change what is stored there.`,
      "Choose a data folder of your own, or have its owner run Toolgate.",
    );
  }
  if ((stat.mode & 0o077) === 0) return;
  // A folder with other things in it, such as /tmp, is not ours to close.
  const foreign = readdirSync(folder).length > 0 && !existsSync(join(folder, DATABASE_NAME));
  if (foreign) {
    throw new StoreError(
      "UNAVAILABLE",
      `The data folder ${folder} is open to other users and holds other files already.`,
      `Choose a folder that only Toolgate uses, or close it yourself: chmod 700 '${folder}'`,
    );
  }
  chmodSync(folder, 0o700);
}

/** Only ever creates: opening and closing an existing database here would drop the locks of this process on it. */
function createDatabaseFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function closeFile(path: string): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
