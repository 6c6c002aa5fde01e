import type { JsonBodyPart, TextTemplate } from "../../../model/backend.ts";

export type JsonScan =
  | { readonly ok: true; readonly parts: readonly JsonBodyPart[] }
  /** `part` is the index of the placeholder that stands in the wrong place; `null`: the text around them is not JSON. */
  | { readonly ok: false; readonly message: string; readonly part: number | null };

/** How far the scan is; only what tells a key, a string and a value apart. */
interface Scan {
  inString: boolean;
  /** Places inside the string that is open, or that was closed last: keys, should a colon follow. */
  held: number[];
}

/**
 * Finds out where in a JSON text each placeholder stands: inside a string, where its value is escaped, or as a value of
 * its own. A placeholder in a key, or in a place where no value can stand, is refused: values must not shape the text.
 */
export function scanJson(parts: TextTemplate): JsonScan {
  const scan: Scan = { inString: false, held: [] };
  const read: JsonBodyPart[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") {
      const key = scanText(part.text, scan);
      if (key !== null) return { ok: false, message: "a value cannot be the name of a member", part: key };
      read.push(part);
      continue;
    }
    const before = parts[index - 1];
    if (scan.inString && before?.kind === "text" && endsInEscape(before.text)) {
      return { ok: false, message: "a value cannot stand inside an escape", part: index };
    }
    scan.held = scan.inString ? [...scan.held, index] : [index];
    read.push({ ...part, position: scan.inString ? "string" : "value" });
  }
  return isJson(read) ? { ok: true, parts: read } : { ok: false, message: "it is not JSON", part: null };
}

/** The first held place that turns out to be a key; `null` when there is none. */
function scanText(text: string, scan: Scan): number | null {
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (scan.inString) {
      if (character === "\\") at++;
      else if (character === '"') scan.inString = false;
    } else if (character === '"') {
      scan.inString = true;
      scan.held = [];
    } else if (character === ":") {
      const [key] = scan.held;
      if (key !== undefined) return key;
    } else if (character !== undefined && !/\s/.test(character)) scan.held = [];
  }
  return null;
}

function endsInEscape(text: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\(?:u[0-9A-Fa-f]{0,3})?$/.test(text);
}

/** `null` joined to anything is no JSON, so a value can only stand where a whole one belongs. */
function isJson(parts: readonly JsonBodyPart[]): boolean {
  const text = parts.map((part) => (part.kind === "text" ? part.text : part.position === "string" ? "" : "null"));
  try {
    JSON.parse(text.join(""));
    return true;
  } catch {
    return false;
  }
}
