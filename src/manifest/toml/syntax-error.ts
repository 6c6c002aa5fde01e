import type { TomlError } from "smol-toml";
import type { ManifestIssue } from "../manifest.ts";

/** What the parser says, in words for someone who does not write TOML every day. Matched from the top. */
const PLAIN: readonly (readonly [said: string, code: string, message: string, hint: string | null])[] = [
  ["trying to redefine", "duplicate-key", "this is defined a second time", "Keep one of the two."],
  ["unfinished string", "syntax", "this string is never closed", "Add the closing quote."],
  ["unfinished array", "syntax", "this list is never closed", "Add the closing `]`."],
  ["unfinished table", "syntax", "this table is never closed", "Add the closing `}`."],
  ["expected comma", "syntax", "expected `,` or the closing bracket here", "Separate entries with `,`."],
  ["each key-value", "syntax", "expected the end of the line here", "Write one `key = value` per line."],
  ["expected end of table", "syntax", "expected `]]` here", null],
  [
    "illegal character in key",
    "syntax",
    "expected `=` or the rest of a key here",
    "A line is `key = value` or `[table]`.",
  ],
  ["incomplete key-value", "syntax", "this line has a key but no `=`", "A line is `key = value` or `[table]`."],
  ["unexpected end of key", "syntax", "expected a key here", "A line is `key = value` or `[table]`."],
  ["illegal empty bare key", "syntax", "a part of this key is empty", "Write one dot between the parts of a key."],
  ["illegal quoted key", "syntax", "a key cannot be a multi-line string", null],
  ["control characters are not allowed in comments", "syntax", "control character in a comment", "Delete it."],
  [
    "unrecognised escape",
    "syntax",
    "unknown escape in this string",
    "Write `\\\\` for a backslash, or use single quotes: '…'.",
  ],
  [
    "invalid escape",
    "syntax",
    "unknown escape in this string",
    "Write `\\\\` for a backslash, or use single quotes: '…'.",
  ],
  ["invalid non-hex", "syntax", "this unicode escape has a character that is not 0-9 or a-f", null],
  ["invalid unicode", "syntax", "this unicode escape names no character", null],
  ["illegal leading zero", "syntax", "a number cannot begin with 0", null],
  ["illegal underscore", "syntax", "an underscore in a number stands between two digits", null],
  [
    "illegal character in numeric",
    "syntax",
    "this number has a character that does not belong there",
    "Quote it if it is text.",
  ],
  ["unfinished numeric", "syntax", "this number is not complete", null],
  ["invalid date", "syntax", "this date or time is not valid", "Quote it if it is text."],
  ["document contains excessively", "too-deep", "tables and lists are nested too deeply", null],
  ["invalid value", "syntax", "expected a value here", 'Text needs quotes: `key = "text"`.'],
];

/** The parser's error as an issue with its exact place. */
export function toSyntaxIssue(error: TomlError, text: string, file: string): ManifestIssue {
  const said = error.message.split("\n", 1)[0]?.replace("Invalid TOML document: ", "") ?? "";
  const { line, column } = error;
  const rest = lineAt(text, line).slice(column - 1);
  const place = { severity: "error", file, line, column, endColumn: column + markedLength(rest) } as const;
  if (said.startsWith("control characters are not allowed in strings")) {
    return rest === ""
      ? { ...place, code: "syntax", message: "this string is not closed on its line", hint: "Add the closing quote." }
      : { ...place, code: "syntax", message: "control character in a string", hint: "Write it as an escape." };
  }
  const [, code, message, hint] = PLAIN.find(([start]) => said.startsWith(start)) ?? ["", "syntax", said, null];
  return { ...place, code, message: `TOML: ${message}`, hint };
}

function lineAt(text: string, line: number): string {
  return text.split(/\r?\n/)[line - 1] ?? "";
}

/** A word is marked as a whole, anything else by its first character. */
function markedLength(rest: string): number {
  return /^[\w.-]+/.exec(rest)?.[0].length ?? Math.min(1, rest.length);
}
