import { BLANK, WORD_DASH } from "../../scan/char-classes.ts";
import { isIn } from "../../scan/view.ts";
import type { Found, View } from "../../scan/view.ts";
import { classifyName } from "./classify-name.ts";
import type { SecretKind } from "./classify-name.ts";
import { findValue } from "./find-value.ts";
import type { Operator, Value } from "./find-value.ts";
import { isSecretValue } from "./judge-value.ts";
import type { Giving } from "./judge-value.ts";

/** Of a name, before and behind the word that was found. */
const MOST_BEFORE = 48;
const MOST_BEHIND = 64;
/** How far before the name is looked for what it is part of. */
const CONTEXT = 32;
const MOST_BLANKS = 32;

/** The value of what is named around `at`, when it is a secret of one of the kinds. */
export function findAssignment(view: View, at: number, kinds: ReadonlySet<SecretKind>): Found {
  const { text, isFinal } = view;
  const end = view.runEnd(WORD_DASH, at);
  if (end - at > MOST_BEHIND) return null;
  if (end === text.length && !isFinal) return "pending";
  const operator = findOperator(view, end, isFlag(text, at));
  if (operator === null || operator === "pending") return operator;
  const start = findNameStart(text, at);
  const name = withWordBefore(text, start, end);
  const kind = classifyName(name);
  if (kind === null || !kinds.has(kind)) return null;
  if (operator.mark === " " && !text.startsWith("--", start)) return null;
  if (operator.mark === ">" && text[start - 1] !== "<") return null;
  const value = findValue(view, operator, kind);
  if (value === null || value === "pending") return value;
  if (!value.isQuoted && (operator.isComparison || (operator.mark === " " && text[value.start] === "-"))) return null;
  view.count(end - start + 256);
  const giving = toGiving(text, { start, end }, operator, value);
  return isSecretValue(kind, text.slice(value.start, value.end), giving) ? value : null;
}

function findNameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MOST_BEFORE && isIn(WORD_DASH, text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** `API key: …` is a name of two words. */
function withWordBefore(text: string, start: number, end: number): string {
  const name = text.slice(start, end);
  if (!/^keys?$/i.test(name)) return name;
  const [before = ""] = /[A-Za-z]{2,16} $/.exec(text.slice(Math.max(0, start - 20), start)) ?? [];
  return before === "" ? name : `${before.trimEnd()}_${name}`;
}

function isFlag(text: string, at: number): boolean {
  const start = findNameStart(text, at);
  return text.startsWith("--", start);
}

/**
 * What stands between name and value: `=`, `:`, `=>`, `:=`, `==`, behind the quote or bracket that closes the name; `>` in
 * markup; a blank behind a flag.
 */
function findOperator(view: View, from: number, isOfFlag: boolean): Operator | "pending" | null {
  const { text } = view;
  let at = from;
  while (text[at] === "\\" && at - from < 4) at += 1;
  const isNameQuoted = `"'\``.includes(text[at] ?? "x");
  if (isNameQuoted) at += 1;
  while (
    (text[at] === "]" || (text[at] !== undefined && "?!".includes(text[at] ?? "") && text[at + 1] === ":")) &&
    at - from < 8
  )
    at += 1;
  const blanks = view.runEnd(BLANK, at, 1);
  if (blanks - at > MOST_BLANKS) return null;
  const isOperator = blanks < text.length && ":=>".includes(text[blanks] ?? "x");
  // Up to three characters of an operator, and one to see that it ends there.
  if (!view.isFinal && (blanks === text.length || (isOperator && blanks + 4 > text.length))) return "pending";
  if (!isOperator && !isOfFlag) return null;
  const [mark] = /^(?::=|=>|={1,3}(?![=~])|:(?!:)|>)/.exec(text.slice(blanks, blanks + 4)) ?? [];
  if (mark === undefined)
    return isOfFlag && blanks > from ? { mark: " ", from, end: from, isNameQuoted, isComparison: false } : null;
  const isMarkup = mark === ">";
  if (isMarkup && blanks > from) return null;
  const isComparison = mark.startsWith("==");
  const end = blanks + mark.length;
  return { mark: isMarkup ? ">" : mark === ":" ? ":" : "=", from, end, isNameQuoted, isComparison };
}

function toGiving(
  text: string,
  name: { readonly start: number; readonly end: number },
  { mark, from, end, isNameQuoted }: Operator,
  value: Value,
): Giving {
  const before = text.slice(Math.max(0, name.start - CONTEXT), name.start);
  return {
    operator: mark,
    isTight: mark === "=" && end - from === 1 && value.start - end <= 1,
    isQuoted: value.isQuoted,
    hasScheme: value.hasScheme,
    isNameQuoted,
    isVariable: !/[a-z]/.test(text.slice(name.start, name.end)),
    isLineStart: /(^|\n|\\n)[ \t"'`{\\-]*(export |set |env )?$/.test(before),
    isDeclared:
      /(^|[^\w$])(const|let|var|val|final|auto|static|private|public|protected|readonly|mut|string|String|char|str|type) $|(self|this)\.$/.test(
        before,
      ),
    next: text[value.end] ?? "",
  };
}
