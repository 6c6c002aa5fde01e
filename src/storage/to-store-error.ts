import { accessSync, constants, statfsSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_NAME } from "./data-folder.ts";
import { StoreError } from "./store.ts";

const OTHER_FOLDER =
  "To use another one, set `data_folder` under `[storage]` in your own configuration, or TOOLGATE_HOME.";

/** Says what an error of SQLite or of the file system means for the store in `folder`, and what to do about it. */
export function toStoreError(error: unknown, folder: string): StoreError {
  if (error instanceof StoreError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = (cause as NodeJS.ErrnoException).code ?? "";
  const result = classify(code, cause.message, folder);
  result.cause = cause;
  return result;
}

function classify(code: string, message: string, folder: string): StoreError {
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return corrupt(folder, `is damaged or not a database (${message})`);
  // The statements are fixed, so what they name must have been there.
  if (code === "SQLITE_ERROR") return corrupt(folder, `lacks something that this schema has (${message})`);
  if (isFull(code, folder)) return full(folder);
  if (isReadOnly(code, folder)) return readOnly(folder, message);
  if (/^SQLITE_BUSY/.test(code)) return busy(folder);
  return new StoreError(
    "UNAVAILABLE",
    `The store in ${folder} cannot be opened: ${message}`,
    `The data folder must be a folder on a local disk that you own. ${OTHER_FOLDER}`,
  );
}

/** The database cannot be used as it is; `problem` continues "The database … ". */
export function corrupt(folder: string, problem: string): StoreError {
  const path = join(folder, DATABASE_NAME);
  return new StoreError(
    "CORRUPT",
    `The database ${path} ${problem}.`,
    `Stop every Toolgate process, then move the database aside with its companions: ` +
      `mkdir '${folder}/damaged' && mv '${path}'* '${folder}/damaged/' — the next start makes a new, empty one. ` +
      `To keep the audit: copy audit.key, checkpoint.key and checkpoint.pub there too, and try ` +
      `sqlite3 '${folder}/damaged/${DATABASE_NAME}' .recover > audit.sql, or restore a backup of the whole folder.`,
  );
}

function full(folder: string): StoreError {
  return new StoreError(
    "FULL",
    `The disk that holds ${folder} is full.`,
    "Free some space there, or move the whole data folder to another disk. Nothing that was acknowledged is lost.",
  );
}

function readOnly(folder: string, message: string): StoreError {
  return new StoreError(
    "READ_ONLY",
    `The data folder ${folder} cannot be written to (${message}).`,
    `Make the folder and the files in it writable for this user. ${OTHER_FOLDER}`,
  );
}

function busy(folder: string): StoreError {
  return new StoreError(
    "UNAVAILABLE",
    `Another process has kept the database in ${folder} locked for several seconds.`,
    "Try again; if it stays so, look for a stopped Toolgate process that uses this folder.",
  );
}

function isFull(code: string, folder: string): boolean {
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") return true;
  if (!code.startsWith("SQLITE_IOERR") && code !== "SQLITE_CANTOPEN") return false;
  try {
    return statfsSync(folder).bavail === 0;
  } catch {
    return false;
  }
}

function isReadOnly(code: string, folder: string): boolean {
  if (/^SQLITE_READONLY/.test(code) || code === "EROFS" || code === "EACCES" || code === "EPERM") return true;
  if (code !== "SQLITE_CANTOPEN") return false;
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}
