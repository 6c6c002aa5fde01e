import { readFileSync, statSync } from "node:fs";

/** A field with a hash: not empty, not `*` or `!` alone; a locked one keeps its hash behind the `!`. */
const HASH = /^[^:\n]*:!*[^:*!\n]{2}/m;

const judged = new Map<string, { readonly stamp: string; readonly answer: boolean }>();

/** Whether a file of the system's accounts has any hash of a password: in most containers there is none to hide. */
export function holdsPassword(file: string): boolean {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file);
  const stamp = [ino, size, mtimeMs, ctimeMs].join(":");
  const known = judged.get(file);
  if (known?.stamp === stamp) return known.answer;
  const answer = HASH.test(readFileSync(file, "latin1"));
  judged.set(file, { stamp, answer });
  return answer;
}
