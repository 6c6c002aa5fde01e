/**
 * Characters that change how the text around them is read or shown, that show nothing, that are half of one, or that end
 * a line or a C string.
 */
const FORBIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const FORBIDDEN_BUT_TAB =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const METACHARACTER = /[;|&$`(){}[\]<>!]/;

const NAMES: Readonly<Record<number, string>> = {
  0x00: "NUL",
  0x09: "TAB",
  0x0a: "LINE FEED",
  0x0d: "CARRIAGE RETURN",
  0x1b: "ESCAPE",
  0x7f: "DELETE",
  0xad: "SOFT HYPHEN",
  0x34f: "COMBINING GRAPHEME JOINER",
  0x61c: "ARABIC LETTER MARK",
  0x180e: "MONGOLIAN VOWEL SEPARATOR",
  0x200b: "ZERO WIDTH SPACE",
  0x200c: "ZERO WIDTH NON-JOINER",
  0x200d: "ZERO WIDTH JOINER",
  0x200e: "LEFT-TO-RIGHT MARK",
  0x200f: "RIGHT-TO-LEFT MARK",
  0x2028: "LINE SEPARATOR",
  0x2029: "PARAGRAPH SEPARATOR",
  0x202a: "LEFT-TO-RIGHT EMBEDDING",
  0x202b: "RIGHT-TO-LEFT EMBEDDING",
  0x202c: "POP DIRECTIONAL FORMATTING",
  0x202d: "LEFT-TO-RIGHT OVERRIDE",
  0x202e: "RIGHT-TO-LEFT OVERRIDE",
  0x2060: "WORD JOINER",
  0x2066: "LEFT-TO-RIGHT ISOLATE",
  0x2067: "RIGHT-TO-LEFT ISOLATE",
  0x2068: "FIRST STRONG ISOLATE",
  0x2069: "POP DIRECTIONAL ISOLATE",
  0xfeff: "ZERO WIDTH NO-BREAK SPACE",
};

/** Names the first character that no value may hold, as `U+202E RIGHT-TO-LEFT OVERRIDE`; `null` when there is none. */
export function findForbiddenCharacter(text: string, allowTab: boolean): string | null {
  const found = (allowTab ? FORBIDDEN_BUT_TAB : FORBIDDEN).exec(text);
  if (found === null) return null;
  const code = found[0].codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} ${NAMES[code] ?? describeKind(code)}`;
}

/** The first character that means something to a shell, or `null`. */
export function findMetacharacter(text: string): string | null {
  return METACHARACTER.exec(text)?.[0] ?? null;
}

/**
 * A pattern for JSON Schema that a whole text must match: no control characters, and what is refused besides. It is
 * written so that every engine reads it alike; hidden characters, which not all can name, are left to the check.
 */
export function toCharacterPattern(refused: {
  readonly tab: boolean;
  readonly metacharacters: boolean;
  /** More characters, as they are written in a class. */
  readonly others?: string;
}): string {
  const controls = `${refused.tab ? "\\x00-\\x1f" : "\\x00-\\x08\\x0a-\\x1f"}\\x7f-\\x9f`;
  return `^[^${controls}${refused.metacharacters ? METACHARACTER.source.slice(1, -1) : ""}${refused.others ?? ""}]*$`;
}

function describeKind(code: number): string {
  if (code >= 0xd800 && code <= 0xdfff) return "LONE SURROGATE";
  return code < 0xa0 ? "CONTROL CHARACTER" : "INVISIBLE FORMATTING CHARACTER";
}
