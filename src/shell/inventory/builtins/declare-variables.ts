import type { ItemAssignment, ItemWord } from "../../analysis.ts";
import { judgeVariable } from "./judge-variable.ts";
import type { BuiltinCall } from "./builtin-call.ts";
import { IDENTIFIER } from "./builtin-call.ts";
import { holdsHiddenCommand, reportHidden } from "../words/report-hidden.ts";

const DECLARING: ReadonlySet<string> = new Set(["export", "declare", "typeset", "local", "readonly"]);

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(\+?)=/;

/** Reads what `export` and its kind set. Returned are the assignments that stood in quotes: `export "PATH=x"`. */
export function declareVariables(call: BuiltinCall, declared: readonly ItemAssignment[]): readonly ItemAssignment[] {
  const { name: program, args, at, reading } = call;
  if (!DECLARING.has(program)) return [];
  for (const { name, value, start, end } of declared) {
    judgeVariable(name, "sets", at, reading);
    if (holdsHiddenCommand(value ?? "")) reportHidden(value, { pos: start, end }, reading);
  }
  const quoted: ItemAssignment[] = [];
  for (const word of args) {
    if (declared.some(({ start }) => start === word.start)) continue;
    const { start, end } = word;
    const given = ASSIGNMENT.exec(word.text ?? word.prefix);
    if (given !== null) {
      const [assigned, name = "", plus] = given;
      quoted.push({ name, value: word.text?.slice(assigned.length) ?? null, append: plus === "+", start, end });
      judgeVariable(name, "sets", at, reading);
    }
    if (isEvaluated(word, given !== null, program)) reportHidden(word.text, { pos: start, end }, reading);
  }
  return quoted;
}

/** Integers, name references and arrays evaluate their values and subscripts. */
function isEvaluated({ text, glob }: ItemWord, isAssignment: boolean, program: string): boolean {
  if (text === null) return !isAssignment;
  if (/^[-+]/.test(text)) return program !== "export" && /[aAin]/.test(text);
  return isAssignment ? holdsHiddenCommand(text) : glob || !IDENTIFIER.test(text);
}
