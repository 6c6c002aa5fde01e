import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { SPOOL_ENDING } from "./create-spool.ts";
import { openLine, type SpoolKey } from "./spool-line.ts";
import { parseKept, type KeptJob } from "./spooled-job.ts";

/** What is left of a spool. */
export interface ReadSpool {
  /** The identity of the process that wrote it, as stored; `null`: it does not say in words of ours. */
  readonly writer: string | null;
  readonly kept: readonly KeptJob[];
  /** Bytes behind a line that no process with the key wrote there. A last line that was not finished is none. */
  readonly damagedBytes: number;
}

/** Reads a spool as far as it is what its writer left. @throws what the system says of the file */
export function readSpool(path: string, key: SpoolKey): ReadSpool {
  const spool = basename(path, SPOOL_ENDING);
  const lines = readFileSync(path, "utf8").split("\n");
  // What was being written when the process ended was acknowledged to nobody.
  lines.pop();
  const kept: KeptJob[] = [];
  let writer: string | null = null;
  let next: number | null = null;
  for (const [at, line] of lines.entries()) {
    const opened = openLine(key, spool, line);
    const isNext = opened !== null && (at === 0 ? opened.number === 0 : next === null || opened.number === next);
    if (!isNext) return { writer, kept, damagedBytes: Buffer.byteLength(lines.slice(at).join("\n")) };
    if (at === 0) writer = (JSON.parse(opened.text) as { readonly writer: string }).writer;
    else {
      kept.push(parseKept(opened.text));
      next = opened.number + 1;
    }
  }
  return { writer, kept, damagedBytes: 0 };
}
