import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import type { BigIntStats } from "node:fs";

/** Definitions and configuration are pages of text; what is larger is something else. */
export const MAX_FILE_BYTES: number = 1024 * 1024;

export type SmallFile =
  | {
      readonly kind: "text";
      /** Decoded as UTF-8; bytes that are not become U+FFFD, which the parsers report. */
      readonly text: string;
      /** Lower-case hex over the bytes. */
      readonly sha256: string;
      /** Changes whenever the file does. */
      readonly stamp: string;
    }
  | { readonly kind: "absent" }
  | { readonly kind: "problem"; readonly code: string; readonly message: string };

/**
 * Reads a regular file of at most 1 MiB. The checks are made on the open descriptor, so the file cannot be swapped in
 * between; a link as the last part of the path is refused, and a pipe or device never blocks.
 */
export function readSmallFile(path: string): SmallFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return toProblem(error);
  }
  try {
    return readOpen(descriptor);
  } catch (error) {
    return toProblem(error);
  } finally {
    closeSync(descriptor);
  }
}

/** What `SmallFile.stamp` would be now, without reading; `null` when there is nothing to look at. */
export function stampFile(path: string): string | null {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : toStamp(stats);
}

function readOpen(descriptor: number): SmallFile {
  const stats = fstatSync(descriptor, { bigint: true });
  if (!stats.isFile()) return { kind: "problem", code: "not-a-file", message: "expected a regular file" };
  if (stats.size > BigInt(MAX_FILE_BYTES)) return tooLarge(stats.size);
  // One byte more than the size shows growth between the look and the read.
  const buffer = Buffer.allocUnsafe(Number(stats.size) + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read) {
    read = readSync(descriptor, buffer, length, buffer.length - length, null);
  }
  const bytes = buffer.subarray(0, length);
  const sha256 = hash("sha256", bytes);
  return { kind: "text", text: bytes.toString("utf8"), sha256, stamp: toStamp(stats) };
}

function tooLarge(size: bigint): SmallFile {
  return { kind: "problem", code: "too-large", message: `the file is larger than 1 MiB (${String(size)} bytes)` };
}

/** The change time cannot be set by hand, so an edit with a forged modification time is still seen. */
function toStamp(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":");
}

function toProblem(error: unknown): SmallFile {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (code === "ENOENT") return { kind: "absent" };
  if (code === "ELOOP") return { kind: "problem", code: "symlink", message: "expected a regular file, got a link" };
  if (code === "ENXIO") return { kind: "problem", code: "not-a-file", message: "expected a regular file" };
  return { kind: "problem", code: "unreadable", message: `the file cannot be read (${code})` };
}
