import type { ManifestIssue } from "../manifest.ts";
import { toPosition } from "../toml/locate.ts";

/** A definition is a page of text; what is larger is something else. In UTF-16 units. */
export const MAX_MANIFEST_LENGTH: number = 1024 * 1024;

export interface CheckedText {
  /** Without a byte order mark; `null` when it cannot be read. */
  readonly content: string | null;
  readonly issues: readonly ManifestIssue[];
}

/** What every text format asks of a file before it is parsed: not too long, and decoded from valid UTF-8. */
export function checkEncoding(text: string, file: string, maxLength: number = MAX_MANIFEST_LENGTH): CheckedText {
  const marked = text.startsWith("\ufeff");
  const content = marked ? text.slice(1) : text;
  const unreadable = findUnreadable(content, file, maxLength);
  if (unreadable !== null) return { content: null, issues: [unreadable] };
  return { content, issues: marked ? [toBomIssue(file)] : [] };
}

function findUnreadable(text: string, file: string, maxLength: number): ManifestIssue | null {
  if (text.length > maxLength) {
    const message = `the file is larger than ${maxLength / 1024 / 1024} MiB (${text.length} characters)`;
    return toIssue("error", "too-large", message, "A tool definition is a small file.", file);
  }
  const at = text.indexOf("\ufffd");
  if (at === -1) return null;
  const position = toPosition(text, [at, at + 1]);
  const utf16 = text.includes("\u0000");
  const message = utf16 ? "the file is not UTF-8 text; it looks like UTF-16" : "not valid UTF-8 here";
  return { ...toIssue("error", "invalid-utf8", message, "Save the file as UTF-8.", file), ...position };
}

function toBomIssue(file: string): ManifestIssue {
  const message = "the file begins with a byte order mark, which is ignored";
  return toIssue("warning", "byte-order-mark", message, "Save the file as UTF-8 without a byte order mark.", file);
}

function toIssue(
  severity: ManifestIssue["severity"],
  code: string,
  message: string,
  hint: string | null,
  file: string,
): ManifestIssue {
  return { severity, code, message, file, line: 1, column: 1, endColumn: 1, hint };
}
