import { showText } from "../../../../text/show-text.ts";
import { parseTextPattern, readEscapes } from "../../text/text-pattern.ts";
import type { RuleCharacter, TextPattern } from "../../text/text-pattern.ts";

/** One word of a pattern: `*` alone stands for words, anywhere else for characters of one word. */
export type WordPattern = { readonly kind: "words" } | { readonly kind: "word"; readonly pieces: readonly string[] };

/** A rule about one command, read as words. */
export interface CommandPattern {
  readonly words: readonly WordPattern[];
  /** The same as text, for what denies and asks: there `*` also stands for blanks. */
  readonly text: TextPattern;
}

export type ParsedCommandPattern =
  { readonly ok: true; readonly pattern: CommandPattern } | { readonly ok: false; readonly message: string };

/** Reads the specifier of a rule about command lines: words with blanks between, quotes as in a shell; `ls:*` is `ls *`. */
export function parseCommandPattern(specifier: string): ParsedCommandPattern {
  const text = specifier.trim().replace(/(?<!\\):\*$/, " *");
  const reader: Reader = { characters: readEscapes(text), at: 0, word: null, words: [] };
  while (reader.at < reader.characters.length) {
    const message = readNext(reader);
    if (message !== null) return { ok: false, message };
  }
  endWord(reader);
  if (reader.words.length === 0) return { ok: false, message: "the pattern has no word" };
  return { ok: true, pattern: { words: reader.words, text: parseTextPattern(text) } };
}

interface Reader {
  readonly characters: readonly RuleCharacter[];
  at: number;
  word: string[] | null;
  readonly words: WordPattern[];
}

/** A message: why the pattern cannot be read. */
function readNext(reader: Reader): string | null {
  const { character, isEscaped } = take(reader);
  if (isEscaped) add(reader, character);
  else if (character === " " || character === "\t") endWord(reader);
  else if (character === "*") addStar(reader);
  else if (character === "\\") return readBackslash(reader);
  else if (character === "'" || character === '"') return readQuoted(reader, character);
  else if (/[|&;<>`\n]/.test(character)) {
    return `a pattern names one command, and \`${showText(character)}\` joins several or redirects; quote it where it belongs to a word`;
  } else add(reader, character);
  return null;
}

function readBackslash(reader: Reader): string | null {
  if (reader.at >= reader.characters.length) return "nothing follows the backslash at its end";
  add(reader, take(reader).character);
  return null;
}

function readQuoted(reader: Reader, quote: string): string | null {
  reader.word ??= [""];
  while (reader.at < reader.characters.length) {
    const { character, isEscaped } = take(reader);
    if (character === quote) return null;
    const following = reader.characters[reader.at]?.character ?? "";
    if (character === "*" && !isEscaped) addStar(reader);
    else if (quote === '"' && character === "\\" && !isEscaped && '"\\$`'.includes(following))
      add(reader, take(reader).character);
    else add(reader, character);
  }
  return `the quote ${quote} is not closed`;
}

function take(reader: Reader): RuleCharacter {
  const character = reader.characters[reader.at] ?? { character: "", isEscaped: false };
  reader.at += 1;
  return character;
}

function add(reader: Reader, character: string): void {
  const word = reader.word ?? [""];
  word.push(`${word.pop() ?? ""}${character}`);
  reader.word = word;
}

function addStar(reader: Reader): void {
  reader.word ??= [""];
  reader.word.push("");
}

/** A word that is nothing but `*` stands for several. */
function endWord(reader: Reader): void {
  const { word } = reader;
  if (word === null) return;
  const isStar = word.length > 1 && word.every((piece) => piece === "");
  reader.words.push(isStar ? { kind: "words" } : { kind: "word", pieces: word });
  reader.word = null;
}
