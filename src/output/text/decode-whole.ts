/** Bytes as UTF-8, when all of them are that and none of it is NUL; `null`: they are no text. */
export function decodeWhole(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
