/** What may follow a subcommand before `--`, besides options. */
export type Operands =
  /** Nothing. */
  | "none"
  /** Revisions, objects, names or patterns of names: never a place in the working tree. */
  | "names"
  /** Places in the working tree. */
  | "paths"
  /** Either; the program finds out which. */
  | "names-or-paths"
  /** A search pattern first (unless one came with `-e`), then either. */
  | "pattern-then-paths";

/** What a caller may write after one subcommand. An option that is not listed is refused. */
export interface SubcommandRules {
  /** Options without a value. */
  readonly flags: readonly string[];
  /** Options that may carry a joined value (`--color=always`, `-M90`) and never take the next entry. */
  readonly joined: readonly string[];
  /** Options with a value, joined or as the next entry. */
  readonly valued: readonly string[];
  /** Options that take the next entry when there is one. */
  readonly trailing: readonly string[];
  /** Whether `-5` is a count. */
  readonly counts: boolean;
  readonly operands: Operands;
  /** Operands are only harmless beside one of these; without them they would name something to create. */
  readonly operandsNeed: readonly string[];
  /** Put in right after the subcommand, to keep what the repository configures from being run. */
  readonly hardening: readonly string[];
}

/** What must be known of the repository around the working folder before the program starts. */
export interface RepositoryLimits {
  /** Names of the filters that it configures. */
  readonly filterDrivers: readonly string[];
  /** The folder above which, and in which, no repository is looked for. */
  readonly ceiling: string;
}

/** The options of a program whose free mode is understood. */
export interface OptionTable {
  /** Keys are subcommands of one or two words; only forms that change nothing are listed. */
  readonly subcommands: Readonly<Record<string, SubcommandRules>>;
  /** Options that write files, run programs or move the repository. No author can permit these. */
  readonly neverOptions: readonly string[];
  /** Subcommands that exist to run other programs. */
  readonly neverSubcommands: readonly string[];
  /** What in an option's value makes the program start another one. */
  readonly neverInValues: RegExp;
  /** What an operand must not look like, before and after `--`; a search pattern is none. */
  readonly neverOperands: { readonly pattern: RegExp; readonly expected: string };
  /** Environment that keeps configuration files of a hostile working tree from starting programs. */
  readonly environment: Readonly<Record<string, string>>;
  /** The whole environment for one repository; `null` for a program that looks for none. */
  readonly repositoryEnvironment: ((limits: RepositoryLimits) => Readonly<Record<string, string>>) | null;
}
