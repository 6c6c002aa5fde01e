import type { ReadingWord } from "../reading.ts";

/** What Toolgate knows of a program's command line beyond what its record says. */
export interface ProgramKnowledge {
  /** Options before or between subcommands that take the next argument as their value. */
  readonly valueOptions: ReadonlySet<string>;
  /** Words that may stand in front of a subcommand without changing what it is. */
  readonly prefixes: ReadonlySet<string>;
  /** Refused whatever the record says: these would undo what it denies, or print the credential. */
  readonly never: readonly DeniedPath[];
  /** Options refused whatever the record says. */
  readonly neverOptions: readonly DeniedOption[];
  /** What the arguments amount to besides their own words; a deny list is held against each of these, too. */
  readonly alsoMeans:
    ((args: readonly string[], words: readonly string[]) => readonly (readonly ReadingWord[])[]) | null;
  /** Switches off what the program would start or ask by itself. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface DeniedPath {
  readonly words: readonly string[];
  /** Ends the sentence "… is never run with a credential: it". */
  readonly why: string;
}

export interface DeniedOption {
  /** Matched with each argument on its own. */
  readonly pattern: RegExp;
  readonly shown: string;
  /** Ends the sentence "… is never run with a credential: it". */
  readonly why: string;
}
