import type { ItemWord } from "../../analysis.ts";

/**
 * Why `test` or `[` may do more than compare; `null`: it does not. A subscript in a word may be evaluated, which runs
 * the commands in it, and so may the name that `-v` asks about.
 */
export function judgeTest(words: readonly ItemWord[]): string | null {
  const isBracket = words[0]?.text?.endsWith("[") === true;
  if (isBracket && words.at(-1)?.text !== "]") return "its `]` is missing";
  const operands = words.slice(1, isBracket ? -1 : undefined);
  for (const { text, glob } of operands) {
    if (text === null || glob) return "a word that is only known when it runs may be an operator";
    if (/[[$`]/.test(text)) return "a subscript or an expansion in a word may be evaluated as code";
    if (text === "-v" || text === "-R") return `\`${text}\` evaluates the name that follows`;
  }
  return null;
}
