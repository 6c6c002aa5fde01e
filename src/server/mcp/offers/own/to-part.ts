import type { KeptContent } from "../../../../call/runtime.ts";

/** Some of a file, as a resource carries it. */
export interface FilePart {
  readonly content: { readonly text: string } | { readonly blob: string };
  /** Bytes: where it begins, how many there are, and of how many. */
  readonly range: { readonly offset: number; readonly bytes: number; readonly total: number };
}

/** Cuts a part out; of a text only whole characters, so that a part may begin a little later and end a little earlier. */
export function toPart(whole: KeptContent, offset: number, length: number): FilePart {
  const bytes = whole.kind === "text" ? Buffer.from(whole.text) : whole.bytes;
  const isText = whole.kind === "text";
  const start = Math.min(isText ? toNext(bytes, offset) : offset, bytes.byteLength);
  const end = Math.min(start + length, bytes.byteLength);
  const part = bytes.subarray(start, isText ? Math.max(start, toLast(bytes, end)) : end);
  return {
    content: isText ? { text: part.toString("utf8") } : { blob: part.toString("base64") },
    range: { offset: start, bytes: part.byteLength, total: bytes.byteLength },
  };
}

function toNext(bytes: Buffer, at: number): number {
  let start = at;
  while (isInside(bytes, start)) start += 1;
  return start;
}

function toLast(bytes: Buffer, at: number): number {
  let end = at;
  while (isInside(bytes, end)) end -= 1;
  return end;
}

/** Whether a byte goes on with the character of the one before it. */
function isInside(bytes: Buffer, at: number): boolean {
  return ((bytes[at] ?? 0) & 0b1100_0000) === 0b1000_0000;
}
