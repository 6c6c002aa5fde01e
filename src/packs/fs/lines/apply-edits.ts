import { HandlerError } from "../../../model/handler.ts";
import { createFinder } from "./create-finder.ts";
import type { Pause } from "./pause.ts";
import { suggestLines } from "./suggest-lines.ts";

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export interface Edited {
  readonly text: string;
  /** One per edit: how many places, and the line of each in the text as it was before that edit. */
  readonly changes: readonly { readonly replaced: number; readonly lines: readonly number[] }[];
  /** The file ends its lines with CRLF, and so do the new ones. */
  readonly crlf: boolean;
}

const MAX_SHOWN = 50;

/**
 * Replaces texts in order, each in what the one before it left, and lets others work in between; all or nothing. Rejects
 * with HandlerError `no-change old-text-missing old-text-ambiguous too-large too-slow`
 */
export async function applyEdits(
  original: string,
  edits: readonly Edit[],
  { maxLength, pause }: { readonly maxLength: number; readonly pause: Pause },
): Promise<Edited> {
  const crlf = /\r\n/.test(original) && !/(?:^|[^\r])\n/.test(original);
  const changes: { replaced: number; lines: readonly number[] }[] = [];
  let text = original;
  for (const [index, edit] of edits.entries()) {
    if (await pause()) throw tooSlow(index);
    const which = edits.length === 1 ? "" : ` of edit ${index + 1}`;
    const done = applyOne(text, crlf ? withCrlf(edit) : edit, which, maxLength);
    text = done.text;
    changes.push({ replaced: done.places.length, lines: done.lines });
  }
  return { text, changes, crlf };
}

/** A model writes LF whatever the file has. */
function withCrlf({ oldText, newText, replaceAll }: Edit): Edit {
  return { oldText: oldText.replace(/\r?\n/g, "\r\n"), newText: newText.replace(/\r?\n/g, "\r\n"), replaceAll };
}

function applyOne(
  text: string,
  { oldText, newText, replaceAll }: Edit,
  which: string,
  maxLength: number,
): { text: string; places: readonly number[]; lines: readonly number[] } {
  if (oldText === "") {
    throw new HandlerError("no-change", `old_text${which} is empty`, { hint: "use fs.write for a new file" });
  }
  if (oldText === newText) {
    throw new HandlerError("no-change", `old_text and new_text${which} are the same`, { hint: "nothing would change" });
  }
  const places = findPlaces(text, oldText, replaceAll);
  const lines = toLineNumbers(text, places.slice(0, MAX_SHOWN));
  if (places.length === 0) throw missing(text, oldText, which);
  if (places.length > 1 && !replaceAll) throw ambiguous(places.length, lines, which);
  if (text.length + places.length * (newText.length - oldText.length) > maxLength) {
    throw new HandlerError("too-large", `the file would grow beyond ${maxLength} bytes`, { hint: "replace less" });
  }
  return { text: splice(text, places, oldText.length, newText), places, lines };
}

/** Where it stands; when it must stand once, also where it overlaps itself. */
function findPlaces(text: string, wanted: string, replaceAll: boolean): readonly number[] {
  const places: number[] = [];
  const step = replaceAll ? wanted.length : 1;
  const find = createFinder(wanted);
  for (let at = find(text); at !== -1; at = find(text, at + step)) {
    places.push(at);
    if (!replaceAll && places.length > MAX_SHOWN) break;
  }
  return places;
}

function splice(text: string, places: readonly number[], length: number, newText: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const place of places) {
    pieces.push(text.slice(from, place), newText);
    from = place + length;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** Places are ascending, so the text is walked once. */
function toLineNumbers(text: string, places: readonly number[]): readonly number[] {
  let line = 1;
  let next = text.indexOf("\n");
  return places.map((place) => {
    while (next !== -1 && next < place) {
      line++;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  });
}

function tooSlow(done: number): HandlerError {
  const message = `the time was over after ${done} edits; the file was not changed`;
  return new HandlerError("too-slow", message, { hint: "send fewer edits at once" });
}

function missing(text: string, oldText: string, which: string): HandlerError {
  const near = suggestLines(text, oldText);
  const told = near.lines.map(({ line, text: found }) => `${line}: ${found}`).join(" | ");
  const message = `old_text${which} does not occur in the file${near.why}${told === "" ? "" : `; most alike: ${told}`}`;
  return new HandlerError("old-text-missing", message, {
    hint: "read the lines again and copy them exactly, spaces and tabs included",
    details: { similar: near.lines.map((line) => ({ ...line })) },
  });
}

function ambiguous(count: number, lines: readonly number[], which: string): HandlerError {
  const shown = lines.join(", ");
  const many = count > MAX_SHOWN ? `more than ${MAX_SHOWN}` : `${count}`;
  return new HandlerError("old-text-ambiguous", `old_text${which} occurs ${many} times, on lines ${shown}`, {
    hint: "include more lines around the one you mean, or pass replace_all: true",
    details: { lines },
  });
}
