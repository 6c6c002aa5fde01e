/** A word or a separator of shell code, quotes removed. */
export interface CodeToken {
  readonly kind: "word" | "separator";
  readonly text: string;
  /** What stands before the first expansion; the whole text without any. */
  readonly start: string;
  /** What is expanded in it: `1`, `@`, `name` … */
  readonly names: readonly string[];
}

const BLANK = /[ \t]+/y;
const SEPARATOR = /\|&|\|\||&&|;;|[|&;\n(){}`]/y;
const EXPANSION = /\$(?:\{[#!]?)?([A-Za-z_]\w*|[0-9@*]+)/y;
const QUOTED = /'([^']*)'/y;

/** Where reading stands: the word so far, and whether it is between double quotes. */
interface Reader {
  readonly tokens: CodeToken[];
  at: number;
  word: { text: string; start: string | null; names: string[] } | null;
  isQuoted: boolean;
  /** Whether each open `$(` stood between double quotes. */
  readonly outer: boolean[];
}

/** Cuts shell code into words and separators. A command inside `$(…)` or backticks is cut out, wherever it stands. */
export function tokenizeCode(code: string): readonly CodeToken[] {
  const reader: Reader = { tokens: [], at: 0, word: null, isQuoted: false, outer: [] };
  while (reader.at < code.length) {
    if (!readInsert(code, reader) && (reader.isQuoted || !readPlain(code, reader))) readCharacter(code, reader);
  }
  endWord(reader);
  return reader.tokens;
}

/** What is special between double quotes, too. */
function readInsert(code: string, reader: Reader): boolean {
  if (code.startsWith("$(", reader.at)) {
    separate(reader, "$(");
    reader.outer.push(reader.isQuoted);
    reader.isQuoted = false;
    reader.at += 2;
    return true;
  }
  const expansion = take(EXPANSION, code, reader);
  if (expansion !== null) {
    const word = openWord(reader);
    word.start ??= word.text;
    word.text += expansion[0];
    word.names.push(expansion[1] ?? "");
    // The rest of `${1:-x}` belongs to it; its brace would end a command.
    if (expansion[0].startsWith("${")) reader.at = Math.max(reader.at, code.indexOf("}", reader.at) + 1);
    return true;
  }
  if (code[reader.at] !== "`") return false;
  separate(reader, "`");
  reader.at += 1;
  return true;
}

function readPlain(code: string, reader: Reader): boolean {
  if (take(BLANK, code, reader) !== null) {
    endWord(reader);
    return true;
  }
  const quoted = take(QUOTED, code, reader);
  if (quoted !== null) {
    openWord(reader).text += quoted[1] ?? "";
    return true;
  }
  const separator = take(SEPARATOR, code, reader)?.[0];
  if (separator === undefined) return false;
  separate(reader, separator);
  if (separator === ")") reader.isQuoted = reader.outer.pop() ?? false;
  return true;
}

function readCharacter(code: string, reader: Reader): void {
  const word = openWord(reader);
  if (code[reader.at] === '"') reader.isQuoted = !reader.isQuoted;
  else {
    if (code[reader.at] === "\\") reader.at += 1;
    word.text += code[reader.at] ?? "";
  }
  reader.at += 1;
}

function take(pattern: RegExp, code: string, reader: Reader): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(code);
  if (found !== null) reader.at += found[0].length;
  return found;
}

function openWord(reader: Reader): NonNullable<Reader["word"]> {
  reader.word ??= { text: "", start: null, names: [] };
  return reader.word;
}

function endWord(reader: Reader): void {
  const { word } = reader;
  if (word !== null) reader.tokens.push({ ...word, kind: "word", start: word.start ?? word.text });
  reader.word = null;
}

function separate(reader: Reader, separator: string): void {
  endWord(reader);
  reader.tokens.push({ kind: "separator", text: separator, start: separator, names: [] });
}
