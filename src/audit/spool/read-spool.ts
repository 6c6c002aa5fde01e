import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { SPOOL_ENDING } from "./create-spool.ts";
import { openLine, type SpoolKey } from "./spool-line.ts";
import { parseKept, type KeptJob } from "./spooled-job.ts";

/** What is left of a spool. */
export interface ReadSpool {
  /** The identity of the process that wrote it, as stored; `null`: it does not say in words of ours. */
  readonly writer: string | null;
  readonly kept: readonly KeptJob[];
  /** Bytes from where on no process with the key wrote; `null`: none. A last line that was not finished is none. */
  readonly damagedBytes: number | null;
}

/** Several times what a writer puts into one: what is behind is not read. */
const MAX_BYTES = 16_777_216;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Reads a spool as far as it is what its writer left. @throws what the system says of the file */
export function readSpool(path: string, key: SpoolKey): ReadSpool {
  const { size, text } = readStart(path);
  if (text === null) return { writer: null, kept: [], damagedBytes: size };
  const spool = basename(path, SPOOL_ENDING);
  const lines = text.split("\n");
  // What was being written when the process ended was acknowledged to nobody.
  lines.pop();
  const kept: KeptJob[] = [];
  let writer: string | null = null;
  let before = -1;
  let good = 0;
  for (const [at, line] of lines.entries()) {
    const opened = openLine(key, spool, line);
    if (opened === null || !isNext(at, opened.number, before)) return { writer, kept, damagedBytes: size - good };
    good += Buffer.byteLength(line) + 1;
    if (at === 0) writer = (JSON.parse(opened.text) as { readonly writer: string }).writer;
    else kept.push(parseKept(opened.text));
    before = opened.number;
  }
  return { writer, kept, damagedBytes: size > MAX_BYTES ? size - good : null };
}

/** Behind the first line, which says whose the spool is, those are gone that are in the log; from there on, none is. */
function isNext(at: number, number: number, before: number): boolean {
  return at === 1 ? number > before : number === before + 1;
}

/** `text` is `null` for what is no file: a link is not followed, and a pipe not waited for. */
function readStart(path: string): { readonly size: number; readonly text: string | null } {
  const found = lstatSync(path);
  if (!found.isFile()) return { size: found.size, text: null };
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MAX_BYTES));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    return { size: fstatSync(file).size, text: bytes.toString("utf8", 0, length) };
  } finally {
    closeSync(file);
  }
}
