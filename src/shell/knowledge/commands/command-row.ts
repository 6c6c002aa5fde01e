import type { ItemWord } from "../../analysis.ts";
import type { FilePurpose } from "../file-operand.ts";
import type { ParsedWords } from "../options/parse-options.ts";

/** What is known of one command, or of several that are alike. Lists are names with blanks between. */
export interface CommandRow {
  /** Programs, or subcommands of `tool`, divided by commas: `container ls, ps`. */
  readonly names: string;
  /** The program that the names are subcommands of. @default none */
  readonly tool?: string;
  /** Options that take a word of data. @default none */
  readonly values?: string;
  /** Options that take two words of data. @default none */
  readonly pairs?: string;
  /** Options whose value is only ever joined on. @default none */
  readonly optional?: string;
  /** One dash starts a whole name: `-len 5`. @default false */
  readonly whole?: boolean;
  /** The first operand ends the options: what looks like one behind it is an operand. @default false */
  readonly ordered?: boolean;
  /** Options that take nothing; only worth listing where `only` holds, or where one is the beginning of another. */
  readonly flags?: string;
  /** Options whose value is a file that is read, written, or a folder that is used. @default none */
  readonly reads?: string;
  readonly writes?: string;
  readonly lists?: string;
  /** Options with which it reads everything below its operands, or below the folder it runs in; `*`: always. @default none */
  readonly deep?: string;
  /** Of `pairs`, those whose second word is a file that is read. @default none */
  readonly pairReads?: string;
  /** What the words are that are no options. @default every one is data */
  readonly operands?: OperandForm;
  /** When it only reads; absent: never. */
  readonly readOnly?: ReadOnlyTerms;
}

/** What operands name. `data` is no file. */
export interface OperandForm {
  /** The first one, where it differs. */
  readonly first?: FilePurpose | "data";
  /** Options that take the place of the first: `grep -e`. */
  readonly firstUnless?: string;
  /** The last of at least two, where it differs: the target of `cp`. */
  readonly last?: FilePurpose;
  /** Options that take the place of the last: `cp -t`. */
  readonly lastUnless?: string;
  readonly rest: FilePurpose | "data";
  /** `HEAD:file` names the file. @default false */
  readonly behindColon?: boolean;
}

export interface ReadOnlyTerms {
  /** Options that disqualify, besides those that write. Their beginnings do so too. @default none */
  readonly refused?: string;
  /** Every option that it has must be listed in the row, and written out. @default false */
  readonly only?: boolean;
  /** No option at all. @default false */
  readonly bare?: boolean;
  /** So many operands, and no more. @default any number */
  readonly most?: number;
  /** Operands only together with one of these options. */
  readonly operandsNeed?: string;
  /** Unquoted patterns are harmless: whatever file names take their place, it still only reads. @default false */
  readonly globs?: boolean;
  /** It does nothing with its words but print or ignore them, so that some may be known too late. @default false */
  readonly data?: boolean;
  /** What it prints may be secret. @default false */
  readonly secret?: boolean;
  /** A further look; returns why it may do more than read. */
  readonly check?: (given: GivenCommand) => string | null;
}

/** One command with its options told apart. */
export interface GivenCommand {
  readonly words: readonly ItemWord[];
  /** Where its arguments start: behind the program, or the subcommand. */
  readonly start: number;
  readonly parsed: ParsedWords;
}
