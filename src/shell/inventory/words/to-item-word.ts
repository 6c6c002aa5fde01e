import type { HereDocBody, Word } from "unbash";
import type { ItemWord } from "../../analysis.ts";
import { checkLiteral } from "./check-characters.ts";
import { addDynamic, finishDraft, startDraft } from "./draft.ts";
import { readParts } from "./read-parts.ts";
import { readTilde } from "./read-tilde.ts";
import type { Reading } from "./reading.ts";
import { complain } from "./reading.ts";
import { toSpan } from "../walk.ts";

/** Takes quotes and backslashes away, and says what of a word only a shell could tell. */
export function toItemWord(word: Word, reading: Reading): ItemWord {
  const { parts, value, text } = word;
  const draft = startDraft();
  const { tilde, known } = readTilde(word);
  if (parts === undefined) {
    draft.text = value;
    draft.quoted = value !== text;
    checkLiteral(word, text, false, reading);
  } else {
    readParts(parts, draft, reading);
  }
  if (known !== null) {
    addDynamic(draft, "expansion");
    draft.prefix = known;
  }
  checkEnd(word, reading);
  return { ...finishDraft(draft), tilde, ...toSpan(word, reading.place) };
}

/** The parser ends `<(a)b` behind the bracket; for bash it is one word. */
function checkEnd(word: Word, reading: Reading): void {
  const after = reading.place.source.charAt(word.end);
  if (after === "" || /[\s;|&()<>`"\]]/.test(after)) return;
  complain(reading, word, "unknown-syntax", "where this word ends is not clear");
}

/** What a here-document hands to its program; in one with a quoted end word, nothing is expanded. */
export function toBodyWord(body: HereDocBody, isQuoted: boolean, stripsTabs: boolean, reading: Reading): ItemWord {
  const draft = startDraft();
  draft.quoted = true;
  if (body.parts === undefined || isQuoted) draft.text = toBodyText(body.text, isQuoted, stripsTabs);
  else readParts(body.parts, draft, reading);
  // Lines are held together as in double quotes.
  draft.splits = false;
  return { ...finishDraft(draft), ...toSpan(body, reading.place) };
}

function toBodyText(text: string, isQuoted: boolean, stripsTabs: boolean): string {
  const joined = isQuoted ? text : text.replaceAll(/\\(\\|\n)/g, (found) => (found === "\\\n" ? "" : found));
  const lines = stripsTabs ? joined.replaceAll(/^\t+/gm, "") : joined;
  return isQuoted ? lines : lines.replaceAll(/\\([\\$`])/g, "$1");
}
