import type { DeniedOption } from "./program.ts";

/** For programs that give what follows a `--` to git, ssh or scp: one option of theirs starts any program. */
export const HANDED_ON: DeniedOption = {
  pattern: /^--$/,
  shown: "--",
  why: "hands options on to other programs, which can start any program with them",
};
