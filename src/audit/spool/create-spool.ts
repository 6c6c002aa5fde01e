import { closeSync, constants, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { sealLine, type SpoolKey } from "./spool-line.ts";
import { renderKept, type KeptJob } from "./spooled-job.ts";

/** A file of one process, beside the database: what is on disk already and not in the log yet. */
export interface Spool {
  /** `false`: it is not on disk; the caller writes it to the log itself. */
  keep(kept: KeptJob): boolean;
  /** All that was kept is in the log now. */
  clear(): void;
  close(): void;
}

export interface SpoolOptions {
  /** Made (0700) when it is not there. */
  readonly folder: string;
  readonly key: SpoolKey;
  /** The identity of this process, as stored. */
  readonly writer: string;
}

export const SPOOL_ENDING = ".spool";
const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW } = constants;

/** Makes its file with the first job. One that does not take writes is given up for good: the log itself is the other way. */
export function createSpool({ folder, key, writer }: SpoolOptions): Spool {
  const spool = randomBytes(16).toString("hex");
  const path = join(folder, `${spool}${SPOOL_ENDING}`);
  let descriptor: number | null = null;
  let isUsable = true;
  let number = 0;
  let headerBytes = 0;

  const append = (file: number, text: string): number => {
    const line = sealLine(key, spool, { number, text });
    const bytes = Buffer.byteLength(line);
    if (writeSync(file, line) !== bytes) throw new Error("the disk is full");
    number += 1;
    return bytes;
  };
  const open = (): number => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o600);
    descriptor = file;
    headerBytes = append(file, JSON.stringify({ writer }));
    return file;
  };
  const giveUp = (): void => {
    isUsable = false;
  };
  return {
    keep(kept) {
      if (!isUsable) return false;
      try {
        append(descriptor ?? open(), renderKept(kept));
        return true;
      } catch {
        // Whatever of the line got to the disk is a line without an end, which counts for nothing.
        giveUp();
        return false;
      }
    },
    clear() {
      if (descriptor === null) return;
      try {
        ftruncateSync(descriptor, headerBytes);
      } catch {
        // What is in the log already is found there when it is read again.
        giveUp();
      }
    },
    close() {
      giveUp();
      if (descriptor === null) return;
      closeSync(descriptor);
      descriptor = null;
      rmSync(path, { force: true });
    },
  };
}
