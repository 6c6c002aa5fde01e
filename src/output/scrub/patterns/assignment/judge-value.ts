import type { SecretKind } from "./classify-name.ts";
import { isPlaceholder } from "./placeholder.ts";
import { isCode } from "./is-code.ts";
import { isProse } from "./is-prose.ts";
import { countDigits, isLogin, isRandom, NAMES_A_SECRET, UUID } from "./how-it-looks.ts";

/** How a value is given to a name. */
export interface Giving {
  readonly operator: "=" | ":" | " " | ">";
  /** Nothing between name, operator and value, as in files of variables. */
  readonly isTight: boolean;
  readonly isQuoted: boolean;
  readonly isNameQuoted: boolean;
  /** The name has capitals only. */
  readonly isVariable: boolean;
  /** Only blanks, quotes and the marks of a list stand before the name. */
  readonly isLineStart: boolean;
  /** A keyword of a programming language stands before the name. */
  readonly isDeclared: boolean;
  /** `Bearer` or the like stands before the value. */
  readonly hasScheme: boolean;
  /** What follows the value at once; empty at the end of the text. */
  readonly next: string;
}

/** More of a value says nothing new. */
const LOOKED_AT = 128;

/** Whether a value is a secret: long enough, and neither a placeholder nor code nor a word about secrets. */
export function isSecretValue(kind: SecretKind, value: string, giving: Giving): boolean {
  if (value.length < leastLength(kind, giving)) return false;
  const text = value.slice(0, LOOKED_AT);
  if (isPlaceholder(text) || isElsewhere(text) || isCommonWord(text)) return false;
  switch (kind) {
    case "virtual":
      return true;
    case "connection":
      return giving.isQuoted || giving.isTight;
    case "login":
      return isLogin(text);
    case "authorization":
      return giving.isQuoted || giving.hasScheme ? !isNamed(text) : !isCode(kind, text, giving);
    case "some-key":
      return isRandom(text) && !UUID.test(text) && (giving.isQuoted || !isCode(kind, text, giving));
    default:
      return giving.isQuoted ? isSecretText(kind, text, giving) : !isCode(kind, text, giving);
  }
}

function leastLength(kind: SecretKind, { isQuoted, isTight }: Giving): number {
  if (kind === "virtual") return 4;
  return kind === "password" && (isQuoted || isTight) ? 6 : 8;
}

/** A place, not the thing; a digest tells nothing. */
function isElsewhere(text: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  if (/^sha\d{1,3}[:-][\w+/=-]{32,}$/.test(text)) return true;
  return /^(\/|\.{1,2}\/|~\/|[A-Z]:\\)/.test(text) && text.split(/[/\\]/).every((part) => !isRandom(part));
}

const COMMON = new Set(
  (
    "string number boolean integer object array null undefined none true false required optional unset missing empty " +
    "invalid expired unknown unauthorized forbidden incorrect accepted rejected validated generated encrypted provided " +
    "supplied configured unchanged external internal inherit disabled enabled nullable sensitive protected automatic " +
    "anonymous authorization authentication credentials password passphrase username bearer function promise buffer " +
    "secretstring bytes bytearray plaintext keyword identifier"
  ).split(" "),
);

function isCommonWord(text: string): boolean {
  return COMMON.has(text.replace(/[;,?!\s]+$/, "").toLowerCase());
}

function isSecretText(kind: SecretKind, text: string, { isNameQuoted, isVariable, isTight }: Giving): boolean {
  if (/\s/.test(text)) return kind === "password" && !isProse(text);
  if (countDigits(text) > 0) return true;
  if (isNamed(text)) return false;
  // Letters alone are mostly the name of something, but for what data or a file of variables calls a token.
  return kind === "password" || (isVariable && isTight) || (isNameQuoted && toWords(text).length === 1);
}

/** Words without digits of which one says what stands there: `access_token`, `user.password`. */
function isNamed(text: string): boolean {
  return countDigits(text) === 0 && toWords(text).some((word) => NAMES_A_SECRET.has(word.toLowerCase()));
}

function toWords(text: string): readonly string[] {
  return text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/);
}
