import { readEscapes } from "../../policy/rules/text/text-pattern.ts";

/** A path as the specifier of a rule, without its anchor: also what patterns of paths give a meaning is taken as it is. */
export function escapePath(path: string): string {
  return path.replaceAll(/[\\*()?[\]!]/g, "\\$&");
}

/** The words at the beginning of a pattern that have no `*` in them, as a program would get them. */
export function toLiteralPrefix(pattern: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  for (const { character, isEscaped } of readEscapes(`${pattern.trim()} `)) {
    if (character === "*" && !isEscaped) break;
    if (isEscaped || !/\s/.test(character)) {
      word += isEscaped || !"'\"".includes(character) ? character : "";
    } else {
      words.push(word);
      word = "";
    }
  }
  return words.filter((each) => each !== "");
}
