import { isUtf8 } from "node:buffer";
import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { HandlerError } from "../../../model/handler.ts";
import { withFile } from "./open-place.ts";
import type { Reach } from "./reach.ts";
import { showPath } from "./reach.ts";
import { toFileError } from "./to-file-error.ts";

export interface ReadBytes {
  readonly bytes: Buffer;
  /** Size of the whole file. */
  readonly size: number;
  /** Changes whenever the file does. */
  readonly version: string;
}

export interface ReadText {
  readonly text: string;
  readonly size: number;
  readonly version: string;
}

/**
 * Bytes of a regular file: all of them, or `length` from `start` (cut where the file ends). `file` is absolute and
 * resolved. @throws HandlerError `not-found not-a-file denied outside changed hard-linked too-large no-permission`
 */
export function readBytes(
  reach: Reach,
  file: string,
  {
    start = 0,
    length,
    maxBytes = reach.limits.maxFileBytes,
  }: { start?: number; length?: number; maxBytes?: number } = {},
): Promise<ReadBytes> {
  return withFile(reach, file, async (handle, stats) => {
    const size = Number(stats.size);
    const wanted = Math.max(0, Math.min(length ?? size, size - start));
    if (wanted > maxBytes || size > reach.limits.maxFileBytes) throw tooLarge(reach, file, size, maxBytes);
    const bytes = await fill(handle, start, wanted, maxBytes - start, length === undefined).catch((error: unknown) => {
      throw toFileError(reach, file, error);
    });
    if (bytes === null) throw tooLarge(reach, file, size, maxBytes);
    return { bytes, size: Math.max(size, start + bytes.length), version: toVersion(stats) };
  });
}

/** A whole file as text. @throws HandlerError `binary` for a NUL or bytes that are no UTF-8, else as `readBytes` */
export async function readText(reach: Reach, file: string, options: { maxBytes?: number } = {}): Promise<ReadText> {
  const { bytes, size, version } = await readBytes(reach, file, options);
  refuseBinary(reach, file, bytes);
  return { text: bytes.toString("utf8"), size, version };
}

/** @throws HandlerError `binary` */
export function refuseBinary(reach: Reach, file: string, bytes: Buffer): void {
  if (isText(bytes)) return;
  const size = bytes.length;
  const message = `${showPath(reach, file)} is not text: ${size} bytes that are not UTF-8 or contain NUL`;
  const hint = 'pass encoding: "base64" to fs.read for its bytes';
  throw new HandlerError("binary", message, { hint, details: { size } });
}

/** UTF-8 without a NUL. */
export function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && isUtf8(bytes);
}

/** What tells one state of a file from the next. */
export function toVersion({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(":");
}

/** Some files say they are empty and are not (`/proc`), and some grow: reading goes on to the end or the limit. */
async function fill(
  handle: FileHandle,
  start: number,
  wanted: number,
  limit: number,
  toEnd: boolean,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const size = toEnd ? Math.max(wanted - total, 4096) : wanted - total;
    if (size <= 0) break;
    const chunk = Buffer.allocUnsafe(size);
    const { bytesRead } = await handle.read(chunk, 0, size, start + total);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (toEnd && total > limit) return null;
  }
  return chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks);
}

function tooLarge(reach: Reach, file: string, size: number, maxBytes: number): HandlerError {
  const limit = Math.min(maxBytes, reach.limits.maxFileBytes);
  return new HandlerError(
    "too-large",
    `${showPath(reach, file)} has ${size} bytes; at most ${limit} are read at once`,
    {
      hint: "find the lines you need with fs.search, or ask the person for a tool that prints a part of it",
      details: { size, limit },
    },
  );
}
