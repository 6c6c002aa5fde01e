/** A word of a shell line as far as the author wrote it. */
export interface ShellWord {
  readonly kind: "word";
  /** Quotes removed, expansions and values left out. */
  readonly text: string;
  /** What stands before the first value or expansion; the whole text without any. */
  readonly start: string;
  /** Placeholders in it, in order. */
  readonly places: readonly string[];
  /** Placeholders in `$(…)` in it, whose values the output may carry on. */
  readonly carried: readonly string[];
  /** Whether some of that output is not quoted, and so is split into arguments. */
  readonly isSplit: boolean;
  /** Whether the shell puts something in: a variable, the output of a command. */
  readonly hasExpansion: boolean;
  /** UTF-16 units from the beginning of the line. */
  readonly offset: number;
}

/** `;`, `|`, `&&`, a line end …, or a redirect. */
export interface ShellOperator {
  readonly kind: "operator" | "redirect";
  readonly text: string;
  readonly offset: number;
}

export type ShellToken = ShellWord | ShellOperator;

/** Why a line with placeholders cannot be used. */
export interface ShellIssue {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly offset: number;
}

export interface ShellLine {
  /** Every placeholder became a quoted positional parameter: `"$1"`. */
  readonly line: string;
  /** The placeholders that `$1`, `$2` … stand for. */
  readonly params: readonly string[];
  /** The line itself and every `$(…)` and `(…)` in it. */
  readonly lists: readonly (readonly ShellToken[])[];
}

export type ScannedLine =
  { readonly ok: true; readonly line: ShellLine } | { readonly ok: false; readonly issue: ShellIssue };
