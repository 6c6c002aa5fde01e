import { closeSync, constants, fstatSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
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
  /** Removes the file unless it is still needed. */
  close(isNeeded: boolean): void;
}

export interface SpoolOptions {
  /** Made (0700) when it is not there. */
  readonly folder: string;
  readonly key: SpoolKey;
  /** The identity of this process, as stored. */
  readonly writer: string;
}

export const SPOOL_ENDING = ".spool";
/** Longer lines go to the log itself: writing them twice costs more than a commit, and so no spool grows large. */
const MAX_LINE_BYTES = 65_536;
const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW } = constants;

/** Makes its file with the first job. One that does not take writes is given up for good: the log itself is the other way. */
export function createSpool({ folder, key, writer }: SpoolOptions): Spool {
  const spool = randomBytes(16).toString("hex");
  const path = join(folder, `${spool}${SPOOL_ENDING}`);
  let descriptor: number | null = null;
  let isUsable = true;
  let number = 0;
  let headerBytes = 0;
  let isEmpty = true;

  const append = (file: number, text: string): number => {
    const bytes = writeWhole(file, sealLine(key, spool, { number, text }));
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
      const text = renderKept(kept);
      if (Buffer.byteLength(text) > MAX_LINE_BYTES) return false;
      try {
        const file = descriptor ?? open();
        // Nobody would find in there what is acknowledged.
        if (isEmpty && fstatSync(file).nlink === 0) throw new Error("the file was removed");
        isEmpty = false;
        append(file, text);
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
        isEmpty = true;
      } catch {
        // What is in the log already is found there when it is read again.
        giveUp();
      }
    },
    close(isNeeded) {
      giveUp();
      if (descriptor === null) return;
      try {
        closeSync(descriptor);
        if (!isNeeded) rmSync(path, { force: true });
      } catch {
        // A file that stays is looked at and removed by whoever opens the log next.
      }
      descriptor = null;
    },
  };
}

function writeWhole(file: number, line: string): number {
  const bytes = Buffer.byteLength(line);
  if (writeSync(file, line) !== bytes) throw new Error("the disk is full");
  return bytes;
}
