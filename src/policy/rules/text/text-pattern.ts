/** A text in which `*` stands for any run of characters. */
export interface TextPattern {
  /** What stands between the stars: one piece where there is none. */
  readonly pieces: readonly string[];
  /** The same for a text that ends before a trailing ` *`; `null`: it does not end so. */
  readonly shorter: readonly string[] | null;
}

/** A character of a rule, and whether a backslash took its meaning away. */
export interface RuleCharacter {
  readonly character: string;
  readonly isEscaped: boolean;
}

/** `\*`, `\(`, `\)` and `\\` are one plain character; any other backslash stands for itself. */
export function readEscapes(text: string): readonly RuleCharacter[] {
  const characters: RuleCharacter[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    const isEscaped = character === "\\" && next !== "" && "*()\\".includes(next);
    characters.push({ character: isEscaped ? next : character, isEscaped });
    if (isEscaped) at += 1;
  }
  return characters;
}

/** Reads what stands between the parentheses of a rule. A trailing ` *` also fits a text that has nothing more. */
export function parseTextPattern(text: string): TextPattern {
  const pieces = [""];
  for (const { character, isEscaped } of readEscapes(text)) {
    if (character === "*" && !isEscaped) pieces.push("");
    else pieces.push(`${pieces.pop() ?? ""}${character}`);
  }
  const [before = "", last] = pieces.slice(-2);
  const isBoundary = pieces.length > 1 && last === "" && before.endsWith(" ");
  return { pieces, shorter: isBoundary ? [...pieces.slice(0, -2), before.slice(0, -1)] : null };
}
