import type { ItemWord } from "../../analysis.ts";
import { judgeVariable } from "./judge-variable.ts";
import { complain } from "../words/reading.ts";
import type { BuiltinCall } from "./builtin-call.ts";
import { IDENTIFIER } from "./builtin-call.ts";
import { reportHidden } from "../words/report-hidden.ts";

/** Builtins whose arguments are names of variables: a subscript in one is evaluated. */
const NAMING: ReadonlySet<string> = new Set(["read", "mapfile", "readarray", "getopts", "unset"]);

/** Reports variables that builtins set, and names that they would evaluate. */
export function judgeNames(call: BuiltinCall): void {
  const { name, args, at, reading } = call;
  if (NAMING.has(name)) for (const word of args) judgeName(word, call);
  if (name === "printf") judgePrintf(call);
  if (name === "wait") judgeWait(call);
  if (name === "let") {
    complain(reading, at, "hidden-evaluation", "`let` runs arithmetic, which runs what it finds as code");
    for (const { text, start, end } of args)
      if (text !== null && /\$\(|`/.test(text)) reportHidden(text, { pos: start, end }, reading);
  }
}

function judgeName({ text, glob, start, end }: ItemWord, { at, reading }: BuiltinCall): void {
  if (text === null || glob || text.includes("[")) reportHidden(text, { pos: start, end }, reading);
  else if (IDENTIFIER.test(text)) judgeVariable(text, "reads", at, reading);
}

/** Only as the first word is `-v` an option. */
function judgePrintf(call: BuiltinCall): void {
  const [first, second] = call.args;
  if (first === undefined) return;
  if (first.text === null || first.glob) {
    const mayBeOption = first.prefix === "" || first.prefix.startsWith("-");
    if (mayBeOption) judgeName(first, call);
  } else if (first.text === "-v") {
    if (second !== undefined) judgeName(second, call);
  } else if (first.text.startsWith("-v")) {
    judgeName({ ...first, text: first.text.slice(2) }, call);
  }
}

/** `wait -p name`; a number of a process that is only known later may be such an option. */
function judgeWait(call: BuiltinCall): void {
  const { source, span } = call.reading.place;
  for (const [index, word] of call.args.entries()) {
    const isLastProcess = span === null && /^"?\$!"?$/.test(source.slice(word.start, word.end));
    const takesName = /^-\w*p$/.test(call.args[index - 1]?.text ?? "");
    if ((takesName || word.text === null || /\[/.test(word.text)) && !isLastProcess) judgeName(word, call);
  }
}
