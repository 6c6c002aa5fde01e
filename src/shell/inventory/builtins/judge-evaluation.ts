import type { ItemWord } from "../../analysis.ts";
import { complain } from "../words/reading.ts";
import type { BuiltinCall } from "./builtin-call.ts";

const EVALUATING: ReadonlySet<string> = new Set("eval source . trap exec compgen complete compopt bind fc".split(" "));
const REDEFINING: ReadonlySet<string> = new Set("alias unalias hash enable shopt".split(" "));

/** Reports commands that run text as code or give names another meaning. True: what runs may move the shell. */
export function judgeEvaluation(call: BuiltinCall): boolean {
  const { name, args, at, reading } = call;
  if (REDEFINING.has(name)) {
    complain(reading, at, "redefinition", `\`${name}\` changes what names mean, or how the rest of the line is read`);
    return true;
  }
  const isEvaluating = EVALUATING.has(name) || (takesCode(name, args) && !isHarmlessSet(name, args));
  if (!isEvaluating) return false;
  complain(
    reading,
    at,
    "evaluation",
    `\`${name}\` runs text or files as code of the shell, or changes how it reads the rest`,
  );
  return true;
}

/** Builtins that only run code, or change the shell, with some options. */
function takesCode(name: string, args: readonly ItemWord[]): boolean {
  if (name === "set") return args.length > 0;
  const option = name === "jobs" ? /^-\w*x/ : name === "mapfile" || name === "readarray" ? /^-\w*C/ : null;
  return option !== null && args.some(({ text, prefix }) => option.test(text ?? prefix));
}

/** `set -euo pipefail` only makes a script stricter, and `set -- …` only sets its arguments. */
function isHarmlessSet(name: string, args: readonly ItemWord[]): boolean {
  if (name !== "set") return false;
  const texts = args.map(({ text }) => text ?? "");
  if (texts[0] === "--") return true;
  return texts.every((text, index) => {
    const isName = /^[-+][eux]*o$/.test(texts[index - 1] ?? "");
    return isName ? /^(?:errexit|nounset|pipefail|xtrace)$/.test(text) : /^[-+][eux]*o?$/.test(text) && text.length > 1;
  });
}
