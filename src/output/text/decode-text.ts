/**
 * A program's bytes as text: UTF-8, or UTF-16 when they begin with its byte order mark. What is no such text becomes the
 * replacement character; nothing is guessed, because a guess could make text of what only looked like it.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(findEncoding(bytes)).decode(bytes);
}

function findEncoding([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
