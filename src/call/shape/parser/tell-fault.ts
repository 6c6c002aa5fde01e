import type { ParsedOutput } from "../../../output/parse/parse-output.ts";
import type { Cleaner } from "../../../output/text/create-cleaner.ts";

/**
 * What is wrong with a text that could not be read, said of the clean text: messages quote pieces of what they are about,
 * and in a piece no secret is found any more.
 */
export function tellFault(raw: string, cleaner: Cleaner, parse: (text: string) => ParsedOutput): string {
  const parsed = parse(cleaner.text(raw));
  return parsed.ok ? "the output cannot be read, for characters in it that act or hide" : parsed.message;
}
