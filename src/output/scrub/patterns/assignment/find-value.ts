import { BARE_VALUE } from "../../scan/char-classes.ts";
import { LONGEST_MATCH } from "../../scan/view.ts";
import type { Span, View } from "../../scan/view.ts";
import type { SecretKind } from "./classify-name.ts";
import { skipBlanks } from "./find-operator.ts";
import type { Operator } from "./find-operator.ts";
import { findQuotedEnd } from "./find-quoted-end.ts";

export interface Value extends Span {
  readonly isQuoted: boolean;
  readonly hasScheme: boolean;
}

/** How far behind a value the name of another one is looked for. */
const NEXT_NAME = 48;
/** How far a type may stand between a name and its value. */
const TYPE = 64;

/** The value behind an operator; `null`: there is none. */
export function findValue(view: View, operator: Operator, kind: SecretKind): Value | "pending" | null {
  const { text, isFinal } = view;
  const start = skipBlanks(text, operator.end);
  // What tells a quoted value, an authorization and a type from anything else stands at its beginning.
  if (!isFinal && start + TYPE > text.length && !text.slice(start).includes("\n")) return "pending";
  if (operator.mark === ">") return findMarkup(view, start);
  const quoted = findQuote(text, start) ?? (operator.mark === ":" ? findQuoteBehindType(text, start) : null);
  const from = quoted?.from ?? start;
  const first = afterScheme(text, from, kind);
  const end = quoted === null ? findBareEnd(view, first) : findQuotedEnd(view, from, quoted.quote);
  if (end === "pending") return end;
  return end > first ? { start: first, end, isQuoted: quoted !== null, hasScheme: first > from } : null;
}

interface Quoted {
  readonly quote: string;
  /** Where the text in quotes begins. */
  readonly from: number;
}

/** A quote, with the backslashes of a text in a text, three of a kind, and the letters that languages put before it. */
function findQuote(text: string, at: number): Quoted | null {
  const [all = "", quote = ""] = /^[@a-zA-Z]{0,2}(\\{0,7}"|\\{0,7}'|`)/.exec(text.slice(at, at + 12)) ?? [];
  if (quote === "") return null;
  const isTriple = text.startsWith(quote + quote, at + all.length);
  return { quote: isTriple ? quote.repeat(3) : quote, from: at + all.length + (isTriple ? 2 * quote.length : 0) };
}

/** `password: string = "…"` */
function findQuoteBehindType(text: string, at: number): Quoted | null {
  const [type] = /^[\w&'<>[\]| .?]{1,48}=[ \t]*(?=["'`])/.exec(text.slice(at, at + TYPE)) ?? [];
  return type === undefined ? null : findQuote(text, at + type.length);
}

/** `Authorization: Bearer …`: the scheme is no secret. */
function afterScheme(text: string, at: number, kind: SecretKind): number {
  const schemes =
    kind === "authorization"
      ? /^(?:bearer|basic|token|api-?key|key|oauth|negotiate|ntlm|splunk|sso-key|apitoken|bot)(?:[ \t]+|%20)/i
      : /^(?:bearer|basic)(?:[ \t]+|%20)/i;
  const [scheme = ""] = schemes.exec(text.slice(at, at + 24)) ?? [];
  return at + scheme.length;
}

function findMarkup(view: View, start: number): Value | "pending" | null {
  const { text } = view;
  const limit = Math.min(text.length, start + LONGEST_MATCH);
  let end = start;
  while (end < limit && text[end] !== "<" && text[end] !== "\n") end += 1;
  view.count(end - start);
  if (!view.isFinal && end + 1 >= text.length && end < start + LONGEST_MATCH) return "pending";
  return text.startsWith("</", end) ? { start, end, isQuoted: true, hasScheme: false } : null;
}

/** Up to a blank, a quote or what separates it from another value. */
function findBareEnd(view: View, start: number): number | "pending" {
  const { text, isFinal } = view;
  const limit = Math.min(text.length, start + LONGEST_MATCH);
  let end = start;
  for (;;) {
    end = Math.min(limit, view.runEnd(BARE_VALUE, end, 2));
    if (end === text.length && !isFinal && end < start + LONGEST_MATCH) return "pending";
    const separates = end >= limit ? true : isSeparator(view, end);
    if (separates === "pending") return separates;
    if (separates) break;
    end += 1;
  }
  return trimEnd(text, start, end);
}

/** A comma, semicolon, ampersand or backslash may also be part of a value. */
function isSeparator(view: View, at: number): boolean | "pending" {
  const { text, isFinal } = view;
  const char = text[at] ?? "";
  if (!",;&\\".includes(char)) return true;
  const rest = text.slice(at + 1, at + 1 + NEXT_NAME);
  view.count(rest.length);
  if (rest === "" && !isFinal) return "pending";
  if (char === "\\") return /^([nrtu"'`\\]|\s|$)/.test(rest);
  const isNext = /^(?:\s|$|["'`)\]}]|(?:amp;)?[\w.-]+["']?\s?[=:])/.test(rest);
  return !isNext && !isFinal && rest.length < NEXT_NAME && /^(?:amp;)?[\w.-]*["']?\s?$/.test(rest) ? "pending" : isNext;
}

/** The brackets and stops of the text around it are no part of a value. */
function trimEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && end - last < 8) {
    const char = text[last - 1] ?? "";
    const opener = OPENERS[char];
    const isOpened = opener !== undefined && text.slice(Math.max(start, last - 128), last).includes(opener);
    if (!".,;:".includes(char) && (opener === undefined || isOpened)) break;
    last -= 1;
  }
  return last;
}

const OPENERS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
