import { compilePattern } from "../pattern.ts";

/** The pattern of `deny_verbose` that an argument begins with, or `null`. */
export function findVerbose(patterns: readonly string[], args: readonly string[]): string | null {
  // `--verbosity debug` is `--verbosity=debug` in two arguments.
  const pairs = args.flatMap((arg, index) => {
    const next = args[index + 1];
    return arg.startsWith("-") && !arg.includes("=") && next !== undefined ? [`${arg}=${next}`] : [];
  });
  const texts = [...args, ...pairs];
  return patterns.find((pattern) => matchesStart(pattern, texts)) ?? null;
}

function matchesStart(pattern: string, texts: readonly string[]): boolean {
  const compiled = compilePattern(toStartPattern(pattern));
  return !compiled.ok || texts.some((text) => compiled.matches(text));
}

/** The same pattern, held to the start of a text. */
export function toStartPattern(pattern: string): string {
  return `^(?:${pattern})`;
}
