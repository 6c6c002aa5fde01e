import { printParseErrorCode } from "jsonc-parser";
import type { ParseErrorCode } from "jsonc-parser";
import type { Problem } from "./build-value.ts";

type Said = ReturnType<typeof printParseErrorCode>;

/** What the parser says, in words for someone who does not write JSON every day. */
const PLAIN: Readonly<Record<Said, readonly [message: string, hint: string | null]>> = {
  InvalidSymbol: ["this is no value that JSON knows", 'Text needs double quotes: "text".'],
  InvalidNumberFormat: ["this number is not complete", null],
  PropertyNameExpected: ["expected a key in double quotes here", 'Write `"key": value`.'],
  ValueExpected: ["expected a value here", null],
  ColonExpected: ["expected `:` after the key", 'Write `"key": value`.'],
  CommaExpected: ["expected `,` or the closing bracket here", "Separate entries with `,`."],
  CloseBraceExpected: ["this object is never closed", "Add the closing `}`."],
  CloseBracketExpected: ["this list is never closed", "Add the closing `]`."],
  EndOfFileExpected: ["expected the end of the file here", "A file holds one value."],
  InvalidCommentToken: ["comments are not part of JSON", "Delete it."],
  UnexpectedEndOfComment: ["comments are not part of JSON, and this one is never closed", "Delete it."],
  UnexpectedEndOfString: ["this string is not closed on its line", "Add the closing quote."],
  UnexpectedEndOfNumber: ["this number is not complete", null],
  InvalidUnicode: ["this unicode escape needs four of 0-9 a-f", null],
  InvalidEscapeCharacter: ["unknown escape in this string", "Write `\\\\` for a backslash."],
  InvalidCharacter: ["control character in a string", "Write it as an escape."],
  "<unknown ParseErrorCode>": ["this is not JSON", null],
};

/** The parser's error as a problem with its place. */
export function toSyntaxProblem(error: ParseErrorCode, offset: number, length: number): Problem {
  const [message, hint] = PLAIN[printParseErrorCode(error)];
  return { code: "syntax", range: [offset, offset + length], message, hint };
}
