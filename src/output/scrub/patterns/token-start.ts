import { ALNUM, DIGITS, HEX } from "../scan/char-classes.ts";
import { isIn } from "../scan/view.ts";

const BACKSLASH = 92;
const PERCENT = 37;
const ESCAPE = 27;
const BRACKET = 91;
const LETTER_M = 109;
const SEMICOLON = 59;
/** Digits and semicolons of a colour. */
const MOST_COLOUR = 16;

/**
 * Whether a token may begin at a place: not inside of a word. The end of `\n`, `%3D`, `\u003d` or of a colour is no word,
 * though it ends with a letter or a digit.
 */
export function isTokenStart(text: string, at: number): boolean {
  if (at === 0 || !isIn(ALNUM, text.charCodeAt(at - 1))) return true;
  if (text.charCodeAt(at - 2) === BACKSLASH) return true;
  const isHexPair = isIn(HEX, text.charCodeAt(at - 1)) && isIn(HEX, text.charCodeAt(at - 2));
  if (isHexPair && text.charCodeAt(at - 3) === PERCENT) return true;
  if (isHexPair && text.charCodeAt(at - 4) === BACKSLASH) return true;
  if (isHexPair && text.charCodeAt(at - 6) === BACKSLASH) return true;
  return text.charCodeAt(at - 1) === LETTER_M && endsColour(text, at - 2);
}

function endsColour(text: string, last: number): boolean {
  let at = last;
  while (at > last - MOST_COLOUR && (isIn(DIGITS, text.charCodeAt(at)) || text.charCodeAt(at) === SEMICOLON)) at -= 1;
  return text.charCodeAt(at) === BRACKET && text.charCodeAt(at - 1) === ESCAPE;
}
