import type { AnalysisProblem } from "../../analysis.ts";
import type { Reading } from "./reading.ts";
import { complain } from "./reading.ts";
import type { Positioned } from "../walk.ts";

const PLAIN = /^[\t\n\x20-\x7e]*$/;

/** The first of each: a control character, half of a surrogate pair, and a character that is not seen or turns text around. */
export function findBadCharacters(text: string): readonly AnalysisProblem[] {
  if (PLAIN.test(text)) return [];
  const problems: AnalysisProblem[] = [];
  const control = /[^\P{Cc}\n\t]|\p{Surrogate}/u.exec(text);
  if (control !== null) {
    const message = "a control character, or half of a character, stands here; programs and people read it differently";
    problems.push({ code: "control-character", message, start: control.index, end: control.index + 1 });
  }
  // An emoji may be joined from several; anything else that is not seen has no place in a command.
  const hidden = HIDDEN.exec(text);
  if (hidden !== null) {
    const message = "a character stands here that is not seen, or that changes the order in which text is shown";
    problems.push({ code: "confusable", message, start: hidden.index, end: hidden.index + hidden[0].length });
  }
  return problems;
}

const HIDDEN =
  /(?<![\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}\uFE0F])[\u200D\uFE0F]|(?![\u200D\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/** Reports what looks like something else in plain text: blanks that are none, and `$[` that nothing closes. */
export function checkLiteral(at: Positioned, text: string, inQuotes: boolean, reading: Reading): void {
  if (text.includes("$[") && /^(?:[^\\]|\\[^])*?\$\[/.test(text)) {
    complain(reading, at, "syntax", "old arithmetic starts here and does not end");
  }
  if (inQuotes || PLAIN.test(text) || !/[^\P{Z} ]/u.test(text)) return;
  complain(
    reading,
    at,
    "confusable",
    "a character stands here that looks like a blank and is none; quote it, or use a blank",
  );
}

/** The name of a program that holds anything but printable ASCII may be read as another one. */
export function checkProgramName(at: Positioned, name: string, reading: Reading): void {
  if (/^[\x20-\x7e]*$/.test(name)) return;
  complain(reading, at, "confusable", "the name of a program holds a character that may be taken for another one");
}
