import type { Cleaner } from "./create-cleaner.ts";

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** What is base64 stays: it is no text until somebody decodes it. Whatever else stands in its place is text. */
export function cleanData(data: string, { text }: Pick<Cleaner, "text">): string {
  return BASE64.test(data) ? data : text(data);
}
