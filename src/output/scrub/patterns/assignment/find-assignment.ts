import { WORD_DASH } from "../../scan/char-classes.ts";
import { isIn } from "../../scan/view.ts";
import type { Found, View } from "../../scan/view.ts";
import { classifyName } from "./classify-name.ts";
import type { SecretKind } from "./classify-name.ts";
import { findValue } from "./find-value.ts";
import type { Value } from "./find-value.ts";
import { findOperator } from "./find-operator.ts";
import type { Operator } from "./find-operator.ts";
import { isSecretValue } from "./judge-value.ts";
import type { Giving } from "./judge-value.ts";

/** Of a name, before and behind the word that was found. */
const MOST_BEFORE = 48;
const MOST_BEHIND = 64;
/** How far before the name is looked for what it is part of. */
const CONTEXT = 32;

/** The value of what is named around `at`, when it is a secret of one of the kinds. */
export function findAssignment(view: View, at: number, kinds: ReadonlySet<SecretKind>): Found {
  const { text, isFinal } = view;
  const end = view.runEnd(WORD_DASH, at);
  if (end - at > MOST_BEHIND) return null;
  if (end === text.length && !isFinal) return "pending";
  const start = findNameStart(text, at);
  const operator = findOperator(view, end, text.startsWith("--", start));
  if (operator === null || operator === "pending") return operator;
  const name = withWordBefore(text, start, end);
  const kind = classifyName(name);
  if (kind === null || !kinds.has(kind)) return null;
  if (operator.mark === ">" && text[start - 1] !== "<") return null;
  const value = findValue(view, operator, kind);
  if (value === null || value === "pending") return value;
  if (!value.isQuoted && (operator.isComparison || (operator.mark === " " && text[value.start] === "-"))) return null;
  if (value.start >= view.found.start && value.end <= view.found.end) return null;
  view.count(end - start + 128);
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
