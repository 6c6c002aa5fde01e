import type { ShellIssue, SimpleScript, Span } from "./simple-script.ts";

/** What a command line would run, as far as that can be known without running it. Data only; nothing was looked up. */
export interface CommandAnalysis {
  readonly text: string;
  /**
   * Every simple command anywhere in the line, in order of appearance: in lists, pipes, substitutions, subshells, loops,
   * functions, here-documents. Also what could be read of a line with errors, so that a deny can still find it.
   */
  readonly items: readonly CommandItem[];
  /** Why the line may be more than its items say. Empty: both parsers understood all of it, and agree. */
  readonly problems: readonly AnalysisProblem[];
  /** The same line for running without a shell; `null` where only a shell could run it. */
  readonly script: SimpleScript | null;
}

/** One simple command: a program with its words, or assignments or redirects alone. */
export interface CommandItem extends Span {
  /** The first is the program. Empty for bare assignments and redirects. */
  readonly words: readonly ItemWord[];
  /** Before the program (`A=1 cmd`), alone (`A=1`), or as arguments of `export`, `declare` and the like. */
  readonly assignments: readonly ItemAssignment[];
  /** Its own, and those of every group, loop or function around it. */
  readonly redirects: readonly ItemRedirect[];
  /** What it stands in, outermost first; empty for a command of the line itself. */
  readonly within: readonly ItemContext[];
  /** Items that share a number write into each other, in order; `null`: no pipe. */
  readonly pipeline: number | null;
  /** Ends with `&`. */
  readonly background: boolean;
  /**
   * Where it runs, seen from the folder the line starts in: `""` is that folder, else a relative or absolute path; `~` stands
   * for the home folder; a folder of that name is `./~`. `null`: a `cd` before it leads where only a shell could tell, or may
   * have failed. `CDPATH` is taken to be unset.
   */
  readonly folder: string | null;
  /** Where `folder` is `null` but only these are possible: after `cd a; …` it is `a`, or the folder before it. */
  readonly folders?: readonly string[];
}

export const ITEM_CONTEXTS = [
  "subshell",
  "group",
  "condition",
  "loop",
  "case",
  "function",
  "substitution",
  "process-substitution",
  "here-document",
  "coprocess",
  "test",
  "arithmetic",
] as const;
export type ItemContext = (typeof ITEM_CONTEXTS)[number];

export interface ItemWord extends Span {
  /** As the program would get it, quotes and backslashes taken away; `null` where only a shell could tell. */
  readonly text: string | null;
  /** What is known of its beginning: all of it where `text` is known. */
  readonly prefix: string;
  /** What makes it unknown. `substitution`: nothing but `$(…)` and backquotes, whose commands are items of their own. */
  readonly dynamic: "substitution" | "process-substitution" | "expansion" | "arithmetic" | "braces" | null;
  /** Has an unquoted `*`, `?` or `[…]`: the file names that fit take its place, which may look like options. `text` keeps the pattern. */
  readonly glob: boolean;
  /** Starts with an unquoted `~` or `~/`; `text` keeps the tilde. `~user` is an expansion. */
  readonly tilde: boolean;
  /** Any part of it stood in quotes or behind a backslash. */
  readonly quoted: boolean;
  /** Dynamic, and not held together by quotes: may become no word, or several, of which any may look like an option. */
  readonly splits?: boolean;
}

export interface ItemAssignment extends Span {
  readonly name: string;
  /** `null` where only a shell could tell. */
  readonly value: string | null;
  readonly append: boolean;
}

export interface ItemRedirect extends Span {
  /** `<`, `>`, `>>`, `>|`, `<>`, `&>`, `&>>`, `<&`, `>&`, `<<`, `<<-`, `<<<`. */
  readonly operator: string;
  /** `null`: the operator's own (0 or 1); `"{name}"`: a descriptor that the shell chooses. */
  readonly descriptor: number | string | null;
  /** The file or descriptor as written; `null` for here-documents. */
  readonly target: ItemWord | null;
  readonly use: "read" | "write" | "append" | "read-write" | "duplicate" | "close" | "here-document" | "here-string";
  /** Only of here-documents: what the program reads; its `text` is `null` where a shell would expand something in it. */
  readonly body?: ItemWord;
}

/** Makes a line at least ask; never a reason to leave a deny out. */
export interface AnalysisProblem extends Span {
  readonly code: AnalysisProblemCode;
  /** Says what stands there and why it cannot be judged. */
  readonly message: string;
}

export type AnalysisProblemCode =
  | ShellIssue["code"]
  /** The two parsers disagree about errors or commands. */
  | "parsers-disagree"
  /** A kind of syntax that is not on the list of those understood. */
  | "unknown-syntax"
  /** The name of the program is not known before it runs. */
  | "dynamic-program"
  /** A function, alias or hash entry gives a name another meaning. */
  | "redefinition"
  /** A subscript or an arithmetic place evaluates its text as code: `[[ -v 'a[$(rm x)]' ]]`. */
  | "hidden-evaluation"
  /** `eval`, `source`, `trap`, `exec` and others that run text or files as shell code. */
  | "evaluation"
  /** More than can be judged: 10,000 characters, 200 commands, 64 levels. */
  | "too-many"
  | "too-deep"
  /** A character that reads like another one, or is not seen. */
  | "confusable"
  /** A variable that changes what other programs do: `PATH`, `LD_PRELOAD`, `GIT_*` … */
  | "unsafe-variable";
