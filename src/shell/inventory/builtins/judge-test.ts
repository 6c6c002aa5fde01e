import type { ItemWord } from "../../analysis.ts";
import type { BuiltinCall } from "./builtin-call.ts";
import { IDENTIFIER } from "./builtin-call.ts";
import { holdsHiddenCommand, reportHidden } from "./read-hidden.ts";

const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/;
const BINARY = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** `test -v` and `[ -v … ]` evaluate a subscript in the name they ask about, and a word known too late may be a `-v`. */
export function judgeTest({ name, args, reading }: BuiltinCall): void {
  if (name !== "test" && name !== "[") return;
  const given = name === "[" && args.at(-1)?.text === "]" ? args.slice(0, -1) : args;
  const report = ({ text, start, end }: ItemWord): void => reportHidden(text, { pos: start, end }, reading);
  for (const [index, word] of given.entries()) {
    const asksForName = /^-[vR]$/.test(given[index - 1]?.text ?? "");
    const isEvaluated = asksForName ? !IDENTIFIER.test(word.text ?? "") : holdsHiddenCommand(word.text ?? "");
    if (isEvaluated || word.splits === true || word.glob) report(word);
  }
  const unclear = toTerms(given).find((term) => !isFixed(term));
  const first = unclear?.find(({ text }) => text === null);
  if (first !== undefined && first.splits !== true) report(first);
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
