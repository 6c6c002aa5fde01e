import type { ProgramKnowledge } from "./programs/program.ts";
import type { ReadingWord } from "./reading.ts";

/**
 * The words of a command line without its options: the subcommands first. What follows an option that is not known may
 * be its value or a subcommand, so it is both.
 */
export function readWords(args: readonly string[], program: ProgramKnowledge | null): readonly ReadingWord[] {
  const words: ReadingWord[] = [];
  let follows: "word" | "value" | "either" = "word";
  let isFirst = true;
  for (const arg of args) {
    if (follows === "value") {
      follows = "word";
    } else if (arg.startsWith("-") && arg !== "-") {
      follows = toFollower(arg, program);
    } else {
      const isPrefix: boolean = isFirst && program?.prefixes.has(arg) === true;
      words.push({ kind: "word", text: arg, maybe: follows === "either" || isPrefix });
      isFirst &&= isPrefix || follows === "either";
      follows = "word";
    }
  }
  return words;
}

function toFollower(option: string, program: ProgramKnowledge | null): "word" | "value" | "either" {
  if (option === "--" || option.includes("=")) return "word";
  return program?.valueOptions.has(option) === true ? "value" : "either";
}
