import path from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".json": "application/json",
  ".xml": "application/xml",
  ".csv": "text/csv",
  ".md": "text/markdown",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".pdf": "application/pdf",
};

/**
 * What a file is called by its kind. What a program wrote is never a page: a client that shows it would run what is in it.
 * @param isText `null`: nobody has looked
 */
export function toMimeType(name: string, isText: boolean | null): string | undefined {
  const known = TYPES[path.extname(name).toLowerCase()];
  if (isText === null) return known;
  const isOfText = known !== undefined && /^text\/|\/(?:json|xml)$/.test(known);
  if (isText) return isOfText ? known : "text/plain";
  return known === undefined || isOfText ? "application/octet-stream" : known;
}
