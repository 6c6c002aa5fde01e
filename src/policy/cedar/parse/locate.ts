export interface TextPlace {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}

/** Line and column of an index, in UTF-16 units. Lines end at `\n`, with or without a `\r` before it. */
export function locate(text: string, index: number): TextPlace {
  const before = text.slice(0, index);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line++;
  return { line, column: index - lineStart + 1 };
}

/** The index in UTF-16 units of an offset in bytes of UTF-8, which is how the engine counts. */
export function toTextIndex(text: string, byteOffset: number): number {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text).subarray(0, byteOffset))
    .length;
}
