/** What is known of a program that starts another one. Lists are option names with blanks between. */
export interface WrapperRow {
  /** Divided by commas; with a subcommand where only that starts something: `docker exec`. */
  readonly names: string;
  readonly flags?: string;
  readonly values?: string;
  readonly optional?: string;
  /** One dash starts a whole name: `-ex`. @default false */
  readonly whole?: boolean;
  /** Options whose value is a line for a shell: `su -c`. @default none */
  readonly lines?: string;
  /** Options whose value is `NAME=LINE`: `git -c core.pager=less`. @default none */
  readonly settings?: string;
  /** Options whose value is split into the first words of the command: `env -S`. @default none */
  readonly splits?: string;
  /** The first operand ends its options: what follows belongs to a subcommand. @default false, where it starts nothing */
  readonly ordered?: boolean;
  /** What stands between the options and the command, one entry a word. @default nothing */
  readonly before?: readonly WrapperWord[];
  /** What it starts: the words that are left, the same joined for a shell, each one for itself, or nothing. @default "words" */
  readonly starts?: "words" | "joined" | "each" | "nothing";
  /** With one of these options it starts nothing: `command -v`. @default none */
  readonly queries?: string;
  /** The word that ends the command: `:::` of `parallel`. @default none */
  readonly end?: string;
  /** Its command is the name of a package, which may carry a version: `npx rimraf@5`. @default false */
  readonly packages?: boolean;
  /** Whether an allow rule for the inner command covers it: with any of its options but the ones that write, or with none. @default never */
  readonly allow?: { readonly options: "any" | "none"; readonly except?: string };
}

/** `assignments`: any number of `NAME=VALUE`. `any`: one word, such as a host. `maybe`: perhaps one. `dashes`: anything up to a `--`. */
export type WrapperWord = "duration" | "assignments" | "any" | "maybe" | "dashes";
