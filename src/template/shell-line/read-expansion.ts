import { copy, look, lookPlace, refuse, refusePlaces } from "./line-reader.ts";
import type { LineReader, OpenWord } from "./line-reader.ts";
import type { ShellToken } from "./shell-token.ts";

const NAME = /\$(?:[A-Za-z_]\w*|[0-9?$!@*#-])/y;
const POSITION = /^\$[0-9@*#]/;
const UNQUOTE = "Take the quotes away: the value arrives as one argument whatever is in it.";
const DIRECT = "Write the placeholder outside of it.";
const VARIABLE = "`${…}` is always a place for a value here; write a variable as `$NAME`.";

/**
 * What begins with `$` or a backtick, outside single quotes. `readList` reads the commands of `$(…)`. Gives `false`, and
 * takes nothing, when the character is just a character.
 */
export function readExpansion(reader: LineReader, word: OpenWord, isQuoted: boolean, readList: () => void): boolean {
  const { source, at } = reader;
  if (source[at] === "`") readBackticks(reader);
  else if (source.startsWith("$((", at)) readArithmetic(reader);
  else if (source.startsWith("$(", at)) {
    copy(reader, 2);
    const { length } = reader.lists;
    readList();
    carry(word, reader.lists.slice(length).flat(), isQuoted);
  } else if (source.startsWith("$[", at)) {
    refuse("unclear-shell-line", "`$[` means something else to each shell", "Write a backslash before the `$`.", at);
  } else if (source.startsWith("${", at)) return readPlace(reader, word, isQuoted);
  else if (/^\$\$\{[A-Za-z_]\w*\}/.test(source.slice(at, at + 100)) && !isQuoted) return readDollar(reader, word);
  else {
    const name = look(reader, NAME)?.[0];
    if (name === undefined) return refuseDollarQuote(reader, isQuoted);
    if (POSITION.test(name)) refusePosition(name, at);
    copy(reader, name.length);
  }
  expand(word);
  return true;
}

function carry(word: OpenWord, tokens: readonly ShellToken[], isQuoted: boolean): void {
  const inside = tokens.flatMap((token) => (token.kind === "word" ? token.places : []));
  word.carried.push(...inside);
  word.isSplit ||= inside.length > 0 && !isQuoted;
}

function expand(word: OpenWord): void {
  word.start ??= word.text;
  word.hasExpansion = true;
}

function readPlace(reader: LineReader, word: OpenWord, isQuoted: boolean): true {
  const place = lookPlace(reader);
  const { at, source } = reader;
  if (place === null) return refusePlaceName(source, at);
  if (isQuoted) {
    refuse("quoted-placeholder", `\`\${${place.name}}\` stands between double quotes`, UNQUOTE, at);
  }
  word.start ??= word.text;
  word.places.push(place.name);
  const known = reader.params.indexOf(place.name);
  const position = known === -1 ? reader.params.push(place.name) : known + 1;
  reader.compiled += position > 9 ? `"\${${position}}"` : `"$${position}"`;
  reader.at += place.length;
  return true;
}

function refusePlaceName(source: string, at: number): never {
  const end = source.indexOf("}", at);
  if (end === -1) refuse("unclosed-quote", "`${` is never closed", VARIABLE, at);
  const shown = source.slice(at, Math.min(end + 1, at + 60));
  refuse("bad-placeholder", `\`${shown}\` is no placeholder`, VARIABLE, at);
}

/** `$${x}`: the first `$` is text. */
function readDollar(reader: LineReader, word: OpenWord): true {
  reader.compiled += "\\$";
  reader.at += 1;
  word.text += "$";
  return readPlace(reader, word, false);
}

function refuseDollarQuote(reader: LineReader, isQuoted: boolean): false {
  const next = reader.source[reader.at + 1];
  if (!isQuoted && (next === "'" || next === '"')) {
    const hint = "Use plain quotes.";
    refuse("unclear-shell-line", `\`$${next}\` means something else to each shell`, hint, reader.at);
  }
  return false;
}

function refusePosition(name: string, at: number): never {
  const message = `\`${name}\` reads the values of placeholders by their order`;
  refuse("positional-parameter", message, "Name the placeholder instead: `${name}`.", at);
}

function readBackticks(reader: LineReader): void {
  const { at } = reader;
  const found = look(reader, /`(?:[^`\\]|\\.)*`/sy);
  if (found === null) refuse("unclosed-quote", "a backtick is never closed", "Write `$(…)` instead.", at);
  refusePlaces(
    reader,
    at + found[0].length,
    "between backticks, where the shell reads it twice",
    "Write `$(…)` instead.",
  );
  copy(reader, found[0].length);
}

/** Some shells run commands that a value names in arithmetic. */
function readArithmetic(reader: LineReader): void {
  let depth = 0;
  for (let end = reader.at + 1; end < reader.source.length; end++) {
    if (reader.source[end] === "(") depth++;
    else if (reader.source[end] === ")") depth--;
    if (depth > 0) continue;
    refusePlaces(reader, end + 1, "in arithmetic, where the shell evaluates it", DIRECT);
    copy(reader, end + 1 - reader.at);
    return;
  }
  refuse("unclosed-quote", "`$((` is never closed", "Write `))`.", reader.at);
}
