import type { ItemWord } from "../../analysis.ts";
import type { BuiltinCall } from "./builtin-call.ts";
import { IDENTIFIER } from "./builtin-call.ts";
import { holdsHiddenCommand, reportHidden } from "../words/report-hidden.ts";

const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** `test -v` and `[ -v … ]` evaluate a subscript in the name they ask about, and a word known too late may be a `-v`. */
export function judgeTest({ name, args, reading }: BuiltinCall): void {
  if (name !== "test" && name !== "[") return;
  const given = name === "[" && args.at(-1)?.text === "]" ? args.slice(0, -1) : args;
  const evaluated = new Set(given.filter((word, index) => isEvaluated(word, given[index - 1])));
  for (const term of toTerms(given)) {
    const unclear = isFixed(term) ? undefined : term.find(({ text }) => text === null);
    if (unclear !== undefined) evaluated.add(unclear);
  }
  for (const { text, start, end } of evaluated) reportHidden(text, { pos: start, end }, reading);
}

function isEvaluated({ text, splits, glob }: ItemWord, before: ItemWord | undefined): boolean {
  const asksForName = /^-[vR]$/.test(before?.text ?? "");
  return splits === true || glob || (asksForName ? !IDENTIFIER.test(text ?? "") : holdsHiddenCommand(text ?? ""));
}

/** What `-a` and `-o` join. */
function toTerms(words: readonly ItemWord[]): readonly (readonly ItemWord[])[] {
  const terms: ItemWord[][] = [[]];
  for (const [index, word] of words.entries()) {
    const joins = (word.text === "-a" || word.text === "-o") && index > 0 && index < words.length - 1;
    if (joins) terms.push([]);
    else terms.at(-1)?.push(word);
  }
  return terms;
}

/** Whether words that are known too late can only be operands. */
function isFixed(term: readonly ItemWord[]): boolean {
  const start = term.findIndex(({ text }) => text !== "!");
  const [first, second, third, ...more] = term.slice(Math.max(start, 0));
  if (more.length > 0) return term.every(({ text }) => text !== null);
  if (third !== undefined) return BINARY.test(second?.text ?? "");
  return second === undefined || (UNARY.test(first?.text ?? "") && first?.text !== null);
}
