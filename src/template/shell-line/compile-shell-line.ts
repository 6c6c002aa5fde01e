import { copy, look, refuse, refuseJoined, refusePlaces, Unreadable } from "./line-reader.ts";
import type { LineReader, OpenWord } from "./line-reader.ts";
import { readExpansion } from "./read-expansion.ts";
import type { ScannedLine, ShellToken } from "./shell-token.ts";

const BLANK = /(?:[ \t]|\\\n)+/y;
const COMMENT = /#[^\n]*/y;
const REDIRECT = /<<<|<<-?|>>|<&|>&|<>|>\||&>>?|[<>]/y;
const OPERATOR = /&&|\|\||;;&?|;&|\|&|[|&;\n]/y;
const FUNCTION = /\(\s*\)/y;
const SINGLE = /'[^']*'/y;
/** Any other white space is an ordinary character to a shell. */
const WORD_END = /[ \t\n;&|<>()]/;
const MAX_DEPTH = 20;
const UNQUOTE = "Take the quotes away: the value arrives as one argument whatever is in it.";

/**
 * Turns an author-written shell line with `${name}` places into one whose values arrive as positional parameters:
 * `git -C ${repo} log` becomes `git -C "$1" log`. Reads quoting as POSIX has it. Every place where a value would be
 * read a second time, or where shells disagree about what is quoted, is an issue. The line is never run here.
 */
export function compileShellLine(source: string): ScannedLine {
  const reader: LineReader = { source, at: 0, compiled: "", params: [], lists: [], depth: 0 };
  try {
    readList(reader);
    const { compiled, params, lists } = reader;
    return { ok: true, line: { line: compiled, params, lists } };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, issue: error.issue };
    throw error;
  }
}

/** Reads commands up to the end of the line, or to the `)` that closes them. */
function readList(reader: LineReader): void {
  const opened = reader.at;
  const tokens: ShellToken[] = [];
  reader.lists.push(tokens);
  if (reader.depth++ > MAX_DEPTH)
    refuse("unclear-shell-line", "the line is nested too deeply", "Use a script.", opened);
  while (reader.at < reader.source.length) {
    if (reader.source[reader.at] === ")" && reader.depth > 1) {
      copy(reader, 1);
      refuseCase(tokens);
      reader.depth--;
      return;
    }
    readToken(reader, tokens);
  }
  if (--reader.depth > 0) refuse("unclosed-quote", "`(` is never closed", "Write `)`.", opened);
}

/** The `)` of its patterns would end the substitution for us, but not for the shell. */
function refuseCase(tokens: readonly ShellToken[]): void {
  const found = tokens.find((token) => token.kind === "word" && /^(case|esac)$/.test(token.text));
  if (found !== undefined) {
    refuse("unclear-shell-line", "`case` stands between parentheses", "Use a script file.", found.offset);
  }
}

function readToken(reader: LineReader, tokens: ShellToken[]): void {
  const { at } = reader;
  refuseJoined(reader);
  const blank = look(reader, BLANK);
  if (blank !== null) {
    copy(reader, blank[0].length);
    return;
  }
  const comment = look(reader, COMMENT);
  if (comment !== null) {
    refusePlaces(reader, at + comment[0].length, "in a comment", "Take it out.");
    copy(reader, comment[0].length);
    return;
  }
  const redirect = look(reader, REDIRECT)?.[0];
  if (redirect?.startsWith("<<") === true) {
    refuse("here-document", "a here-document cannot stand beside placeholders", "Give the text to `printf '%s'`.", at);
  }
  if (redirect !== undefined && reader.source[at + redirect.length] === "(") {
    const hint = "Use a pipe, or a script file.";
    refuse("unclear-shell-line", `\`${redirect}(\` means something else to each shell`, hint, at);
  }
  const operator = redirect ?? look(reader, OPERATOR)?.[0];
  if (operator !== undefined) {
    tokens.push({
      kind: redirect === undefined ? "operator" : "redirect",
      text: copy(reader, operator.length),
      offset: at,
    });
  } else if (reader.source[at] === "(") readParenthesis(reader, tokens);
  else if (reader.source[at] === ")") tokens.push({ kind: "operator", text: copy(reader, 1), offset: at });
  else readWord(reader, tokens);
}

function readParenthesis(reader: LineReader, tokens: ShellToken[]): void {
  const { at, source } = reader;
  if (source[at + 1] === "(") {
    refuse("unclear-shell-line", "`((` means something else to each shell", "Put a space between them.", at);
  }
  if (look(reader, FUNCTION) !== null) {
    refuse("shell-function", "a function has positional parameters of its own", "Use a script file.", at);
  }
  tokens.push({ kind: "operator", text: copy(reader, 1), offset: at });
  readList(reader);
  tokens.push({ kind: "operator", text: ")", offset: reader.at - 1 });
}

function readWord(reader: LineReader, tokens: ShellToken[]): void {
  const { at } = reader;
  const word: OpenWord = {
    text: "",
    start: null,
    places: [],
    carried: [],
    isSplit: false,
    hasExpansion: false,
    offset: at,
  };
  while (reader.at < reader.source.length && !WORD_END.test(reader.source.charAt(reader.at))) readPiece(reader, word);
  const isDescriptor = /^\d+$/.test(reader.source.slice(at, reader.at)) && /[<>]/.test(reader.source.charAt(reader.at));
  if (!isDescriptor) tokens.push({ kind: "word", ...word, start: word.start ?? word.text });
}

function readPiece(reader: LineReader, word: OpenWord): void {
  const { source, at } = reader;
  const character = source.charAt(at);
  if (character === "\\") readEscape(reader, word);
  else if (character === "'") {
    const quoted = look(reader, SINGLE)?.[0];
    if (quoted === undefined) refuse("unclosed-quote", "`'` is never closed", "Close it.", at);
    refusePlaces(reader, at + quoted.length, "between single quotes", UNQUOTE);
    word.text += copy(reader, quoted.length).slice(1, -1);
  } else if (character === '"') readDouble(reader, word);
  else if (!/[$`]/.test(character) || !readExpansion(reader, word, false, () => readList(reader))) {
    word.text += copy(reader, 1);
  }
}

function readDouble(reader: LineReader, word: OpenWord): void {
  const opened = reader.at;
  copy(reader, 1);
  while (reader.at < reader.source.length) {
    const character = reader.source.charAt(reader.at);
    if (character === '"') {
      copy(reader, 1);
      return;
    }
    if (character === "\\") readEscape(reader, word);
    else if (!/[$`]/.test(character) || !readExpansion(reader, word, true, () => readList(reader))) {
      word.text += copy(reader, 1);
    }
  }
  refuse("unclosed-quote", '`"` is never closed', "Close it.", opened);
}

function readEscape(reader: LineReader, word: OpenWord): void {
  const { source, at } = reader;
  refuseJoined(reader);
  if (/^\\\$\{[A-Za-z_]\w*\}/.test(source.slice(at, at + 100))) {
    const hint = "Take the backslash away, or the braces.";
    refuse("quoted-placeholder", "a backslash stands before a placeholder", hint, at);
  }
  const escaped = copy(reader, 2).slice(1);
  // A backslash at the end of a line joins it with the next.
  if (escaped !== "\n") word.text += escaped;
}
