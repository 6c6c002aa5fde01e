import type { SecretKind } from "./classify-name.ts";
import type { Giving } from "./judge-value.ts";
import { countDigits, isRandom, NAMES_A_SECRET } from "./how-it-looks.ts";

/** Names of types and algorithms have digits that make nothing random: at the start of a word, small or with a capital. */
const TECHNICAL =
  /(?<![A-Za-z])(?:u?int|float|sha|md|aes|rsa|base|utf|ed|x|rs|hs|es|ps|oauth|http|ipv|p|k|v)\d{1,5}|(?:Int|Uint|BigUint|BigInt|Float|Sha|SHA|MD|Aes|AES|RSA|Base|Utf|UTF|Ed|RS|HS|ES|PS|OAuth|Http|HTTP)\d{1,5}/g;

/**
 * Whether a value without quotes is an expression, a type or the name of something, as in source code and in prose, and not
 * the value itself, as in files of variables and of settings.
 */
export function isCode(kind: SecretKind, value: string, giving: Giving): boolean {
  const { isTight, isDeclared } = giving;
  if (/^[A-Za-z_$][\w$.:]*(\(.*|\[.*)$/s.test(value) && (!isTight || /[)\]]$/.test(value))) return true;
  if (/^[([{|>]|^(=>|\|\||&&|new\b|await\b|=)/.test(value)) return true;
  if (isDeclared || isMinified(value, giving)) return true;
  const plain = value.replace(/^[!&*~@#:]+/, "").replace(/[;,)]+$/, "");
  if (plain.length < value.length && /^[A-Za-z_$][\w$]*$/.test(plain) && !isTight) return true;
  if (/^[A-Za-z]\w*(\|[A-Za-z]\w*)+$/.test(plain)) return true;
  if (/^[A-Za-z_$][\w$]*(\??\.[A-Za-z_$][\w$]*)+$/.test(plain)) return !plain.split(".").some(isRandom);
  if (/^[A-Za-z_$][\w$]*$/.test(plain)) return isNameOfSomething(plain, giving);
  return /^[a-z]+([-/.][a-z]+)+$/.test(plain) && kind !== "password" && !isTight;
}

/** Statements without blanks have more brackets and operators than a password. */
function isMinified(value: string, { isVariable }: Giving): boolean {
  if (isVariable) return false;
  return (value.replace(/=+$/, "").match(/[(){}[\]?=:|<>!]/g)?.length ?? 0) >= 3;
}

function isNameOfSomething(name: string, giving: Giving): boolean {
  const { isTight, isVariable, operator } = giving;
  const digits = countDigits(name.replace(TECHNICAL, ""));
  const words = name.split(/_|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase().replace(/\d+$/, ""));
  const isAboutSecrets = words.length > 1 && words.some((word) => NAMES_A_SECRET.has(word));
  if (operator === " ") return digits === 0;
  if (digits > 2) return false;
  if (isAboutSecrets) return true;
  if (digits > 0) return digits === 1 && words.length > 1 && !isTight;
  if (isVariable && isTight) return false;
  if (isTight) return words.length > 1 || isArgument(giving);
  return !isLonelyWord(name, giving);
}

/** `f(password=secretly, user=me)` */
function isArgument({ next }: Giving): boolean {
  return next === "," || next === ")";
}

/** In files of settings a value ends its line, as the name begins it. */
function isLonelyWord(name: string, { operator, isLineStart, next }: Giving): boolean {
  return operator === ":" && isLineStart && /^[a-z]+$/.test(name) && /^[\r\n]?$/.test(next);
}
