/** Sets of ASCII characters that tokens are made of; add them up for a larger one. */
export const CLASS = {
  digit: 1,
  /** a to f */
  lowHex: 2,
  /** g to z */
  lowRest: 4,
  /** A to F */
  highHex: 8,
  /** G to Z */
  highRest: 16,
  dash: 32,
  underscore: 64,
  dot: 128,
  /** + and / */
  plusSlash: 256,
  equals: 512,
  /** % and ~ */
  percentTilde: 1024,
  colon: 2048,
  /** What may stand between two parts of one line: space and tab. */
  blank: 4096,
  /** Everything that is not ASCII. */
  other: 8192,
  /** What the password of a URL may be made of, encoded or not. */
  urlPassword: 16_384,
  /** What a value without quotes may be made of; what separates it from another value is not. */
  bareValue: 32_768,
} as const;

const LOW = CLASS.lowHex + CLASS.lowRest;
const HIGH = CLASS.highHex + CLASS.highRest;

export const DIGITS: number = CLASS.digit;
export const LOWER: number = LOW;
export const UPPER: number = HIGH;
export const HEX_LOW: number = CLASS.digit + CLASS.lowHex;
export const HEX: number = HEX_LOW + CLASS.highHex;
export const UPPER_DIGITS: number = HIGH + CLASS.digit;
export const LETTERS: number = LOW + HIGH;
export const ALNUM: number = LETTERS + CLASS.digit;
export const WORD: number = ALNUM + CLASS.underscore;
export const WORD_DASH: number = WORD + CLASS.dash;
export const WORD_DASH_DOT: number = WORD_DASH + CLASS.dot;
export const BASE64: number = ALNUM + CLASS.plusSlash;
export const BLANK: number = CLASS.blank;
export const URL_PASSWORD_CHARACTERS: number = CLASS.urlPassword + CLASS.other;
export const BARE_VALUE: number = CLASS.bareValue + CLASS.other;

/** The classes of each ASCII character. */
export const CHAR_CLASSES: Uint32Array = toTable();

function toTable(): Uint32Array {
  const table = new Uint32Array(128);
  const put = (characters: string, bit: number): void => {
    for (const char of characters) table[char.charCodeAt(0)] = (table[char.charCodeAt(0)] ?? 0) | bit;
  };
  put("0123456789", CLASS.digit);
  put("abcdef", CLASS.lowHex);
  put("ghijklmnopqrstuvwxyz", CLASS.lowRest);
  put("ABCDEF", CLASS.highHex);
  put("GHIJKLMNOPQRSTUVWXYZ", CLASS.highRest);
  put("-", CLASS.dash);
  put("_", CLASS.underscore);
  put(".", CLASS.dot);
  put("+/", CLASS.plusSlash);
  put("=", CLASS.equals);
  put("%~", CLASS.percentTilde);
  put(":", CLASS.colon);
  put(" \t", CLASS.blank);
  for (let code = 33; code < 127; code++) {
    const char = String.fromCharCode(code);
    if (!`"'\`<>@`.includes(char)) put(char, CLASS.urlPassword);
    if (!`"'\`<>,;&\\`.includes(char)) put(char, CLASS.bareValue);
  }
  return table;
}
