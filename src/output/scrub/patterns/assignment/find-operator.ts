import type { View } from "../../scan/view.ts";

/** What stands between a name and its value. */
export interface Operator {
  /** A blank stands behind a flag, and `>` in markup. */
  readonly mark: "=" | ":" | ">" | " ";
  /** Where the name ended, and where the operator does. */
  readonly from: number;
  readonly end: number;
  readonly isNameQuoted: boolean;
  readonly isComparison: boolean;
}

const MOST_BACKSLASHES = 4;
export const MOST_BLANKS = 32;
/** The characters of the longest operator, and one to see that it ends there. */
const LONGEST = 4;

const CODE = { tab: 9, blank: 32, bang: 33, colon: 58, equals: 61, greater: 62, question: 63, bracket: 93, tilde: 126 };

/** `=`, `:`, `=>`, `:=`, `==` behind the quote or bracket that closes the name; `>` in markup; a blank behind a flag. */
export function findOperator(view: View, from: number, isFlag: boolean): Operator | "pending" | null {
  const { text } = view;
  const { at, isNameQuoted } = skipClosing(text, from);
  const start = skipBlanks(text, at);
  if (start === text.length && !view.isFinal) return "pending";
  const code = text.charCodeAt(start);
  const isOperator = code === CODE.colon || code === CODE.equals || code === CODE.greater;
  if (isOperator && !view.isFinal && start + LONGEST > text.length) return "pending";
  if (!isOperator) {
    return isFlag && start > from ? { mark: " ", from, end: from, isNameQuoted, isComparison: false } : null;
  }
  const length = measureOperator(text, start);
  if (length === 0 || (code === CODE.greater && start > from)) return null;
  const mark = code === CODE.greater ? ">" : code === CODE.colon && length === 1 ? ":" : "=";
  const isComparison = length > 1 && code === CODE.equals && text.charCodeAt(start + 1) === CODE.equals;
  return { mark, from, end: start + length, isNameQuoted, isComparison };
}

/** The quote of a name, escaped or not; the bracket of an index; `?` and `!` before a type. */
function skipClosing(text: string, from: number): { readonly at: number; readonly isNameQuoted: boolean } {
  let at = from;
  while (text[at] === "\\" && at - from < MOST_BACKSLASHES) at += 1;
  const isNameQuoted = text[at] === '"' || text[at] === "'" || text[at] === "`";
  if (isNameQuoted) at += 1;
  if (text.charCodeAt(at) === CODE.bracket) at += 1;
  const code = text.charCodeAt(at);
  const isOptional = code === CODE.question || code === CODE.bang;
  return { at: isOptional && text.charCodeAt(at + 1) === CODE.colon ? at + 1 : at, isNameQuoted };
}

/** Over blanks and tabs, as far as they may go. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at - from < MOST_BLANKS && (text.charCodeAt(at) === CODE.blank || text.charCodeAt(at) === CODE.tab)) at += 1;
  return at;
}

/** 0: no operator that gives a value. */
function measureOperator(text: string, start: number): number {
  const [first, second] = [text.charCodeAt(start), text.charCodeAt(start + 1)];
  if (first === CODE.greater) return 1;
  if (first === CODE.colon) return second === CODE.equals ? 2 : second === CODE.colon ? 0 : 1;
  if (second === CODE.greater) return 2;
  let length = 1;
  while (length < LONGEST && text.charCodeAt(start + length) === CODE.equals) length += 1;
  return length === LONGEST || text.charCodeAt(start + length) === CODE.tilde ? 0 : length;
}
