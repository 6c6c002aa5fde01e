import { toReading } from "../reading.ts";
import type { ReadingWord } from "../reading.ts";
import type { ProgramKnowledge } from "./program.ts";

/** Terraform. Its options never take the next argument before the subcommand. */
export const TERRAFORM: ProgramKnowledge = {
  valueOptions: new Set(),
  prefixes: new Set(),
  never: [
    { words: ["login"], why: "stores another credential" },
    { words: ["logout"], why: "removes a stored credential" },
  ],
  neverOptions: [],
  alsoMeans: toMeanings,
  environment: { TF_IN_AUTOMATION: "1", TF_INPUT: "0" },
};

/** `apply -destroy` destroys; a plan made with it does when it is applied. */
function toMeanings(args: readonly string[]): readonly (readonly ReadingWord[])[] {
  return args.some((arg) => /^--?destroy(=|$)/.test(arg)) ? [toReading("destroy")] : [];
}
