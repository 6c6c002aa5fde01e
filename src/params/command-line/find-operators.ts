/** What a shell would act on, the longest first. */
const OPERATOR = /&&|\|\||\$\(|\$\{|[;|&<>\n\r`]/g;
/** Quoted text, and a character behind a backslash. */
const QUOTED = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]/g;

/** The operators of a shell that stand outside of quotes in a command line, each once, in order. */
export function findOperators(line: string): readonly string[] {
  return [...new Set(toUnquotedText(line).match(OPERATOR) ?? [])];
}

/** The line without what is quoted or escaped, and without the quotes. A quote that nothing closes hides nothing. */
export function toUnquotedText(line: string): string {
  return line.replace(QUOTED, "");
}
