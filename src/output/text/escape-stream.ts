import { escapeControls, findHidden } from "../../text/show-text.ts";
import { keepsJoiner } from "./keeps-joiner.ts";
import { matchEscapeSequence } from "./match-escape-sequence.ts";
import type { TextStream } from "./text-stream.ts";

/** As much of what came before as tells whether a character belongs to it. */
const CONTEXT = 4;

/**
 * Takes out what only steers a terminal, and shows as an escape what would act or hide. Line ends, tabs and carriage
 * returns stay.
 */
export function createEscapeStream(): TextStream {
  let before = "";
  let waiting = "";
  const run = (chunk: string, isLast: boolean): string => {
    const text = before + waiting + chunk;
    const { shown, end } = show(text, before.length, isLast);
    waiting = text.slice(end);
    before = text.slice(Math.max(0, end - CONTEXT), end);
    return shown;
  };
  return { push: (chunk) => run(chunk, false), end: () => run("", true) };
}

/** Everything from `start` on that can be judged now, and where the rest begins. */
function show(text: string, start: number, isLast: boolean): { readonly shown: string; readonly end: number } {
  let shown = "";
  let copied = start;
  for (let at = findHidden(text, start); at !== -1; at = findHidden(text, at)) {
    const judged = judge(text, at);
    if (judged === "wait" && !isLast) return { shown: shown + text.slice(copied, at), end: at };
    const { end, as } = judged === "wait" ? showOne(text, at) : judged;
    if (as !== null) {
      shown += text.slice(copied, at) + as;
      copied = end;
    }
    at = end;
  }
  return { shown: shown + text.slice(copied), end: text.length };
}

/** `as`: what stands there instead; `null`: it stays. `wait`: what follows decides. */
type Judged = { readonly end: number; readonly as: string | null } | "wait";

function judge(text: string, at: number): Judged {
  const code = text.charCodeAt(at);
  if (code === 0x09 || code === 0x0a || code === 0x0d) return { end: at + 1, as: null };
  if (code === 0x1b || (code >= 0x90 && code <= 0x9f)) {
    const end = matchEscapeSequence(text, at);
    if (end === "begun") return "wait";
    return end === null ? showOne(text, at) : { end, as: "" };
  }
  const isLastOne = at + 1 === text.length;
  if (code === 0x200c || code === 0x200d) {
    if (isLastOne || isHalf(text, at + 1)) return "wait";
    const keeps = keepsJoiner(text.slice(Math.max(0, at - CONTEXT), at), text.charAt(at), text.slice(at + 1, at + 3));
    return keeps ? { end: at + 1, as: null } : showOne(text, at);
  }
  return isHalf(text, at) ? "wait" : showOne(text, at);
}

/** The first half of a character whose other half may still come. */
function isHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at + 1 === text.length && code >= 0xd800 && code <= 0xdbff;
}

function showOne(text: string, at: number): { readonly end: number; readonly as: string } {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { end: at + character.length, as: escapeControls(character) };
}
