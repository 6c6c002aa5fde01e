import { readEscapes } from "../../policy/rules/text/text-pattern.ts";

/** A path as the specifier of a rule, without its anchor: also what patterns of paths give a meaning is taken as it is. */
export function escapePath(path: string): string {
  return path.replaceAll(/[\\*()?[\]!]/g, "\\$&");
}

/** The words at the beginning of a pattern that have no `*` in them, as a program would get them. */
export function toLiteralPrefix(pattern: string): readonly string[] {
  const words = [""];
  for (const { character, isEscaped } of readEscapes(pattern.trim())) {
    if (character === "*" && !isEscaped) {
      words.pop();
      break;
    }
    if (!isEscaped && /\s/.test(character)) words.push("");
    else if (isEscaped || !"'\"".includes(character)) words[words.length - 1] += character;
  }
  return words.filter((word) => word !== "");
}
