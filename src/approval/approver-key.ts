import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

const KEY_BYTES = 32;

/** The key of whoever may answer for this data folder; readable by its owner only, made at first use. */
export function loadApproverKey(dataFolder: string): Uint8Array {
  const file = path.join(dataFolder, "approver.key");
  try {
    writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  replaceExposed(file);
  const key = readFileSync(file);
  if (key.length === KEY_BYTES) return key;
  throw new Error(
    `${file} holds ${key.length} bytes where ${KEY_BYTES} are expected; remove it to have a new one made`,
  );
}

/** A key that others could read, or put there, proves nothing: a new one takes its place, and open answers with it. */
function replaceExposed(file: string): void {
  const found = lstatSync(file);
  const isMine = process.getuid === undefined || found.uid === process.getuid();
  if (found.isFile() && isMine && (found.mode & 0o077) === 0) return;
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flag: "wx" });
  renameSync(draft, file);
}
