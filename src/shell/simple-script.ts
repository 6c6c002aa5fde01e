import type { Redirect } from "../model/backend.ts";

/** A command line in which everything is known when it is read. */
export interface SimpleScript {
  /** In order; the first one's operator is `;`. */
  readonly steps: readonly SimpleStep[];
}

export interface SimpleStep {
  /** How it follows what ran before it. */
  readonly operator: ";" | "&&" | "||";
  /** Standard output of each is standard input of the next. */
  readonly stages: readonly SimpleStage[];
}

export interface SimpleStage {
  /** The program and its arguments; at least one. */
  readonly words: readonly [StaticWord, ...StaticWord[]];
  readonly redirects: readonly StaticRedirect[];
}

/** A word as a program would get it, quotes and backslashes taken away. */
export interface StaticWord extends Span {
  readonly text: string;
  /** What it was joined from: each a run of one kind of quoting. */
  readonly pieces: readonly string[];
}

export interface StaticRedirect extends Span {
  readonly redirect: Redirect;
  /** The file as a word; `null` where a stream is joined with another. */
  readonly target: StaticWord | null;
}

/** Zero-based places in the text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Why a text is not a simple script, and where. */
export interface ShellIssue extends Span {
  readonly code: ShellIssueCode;
  /** Says what stands there and why it is refused. */
  readonly message: string;
}

export type ShellIssueCode =
  /** Not a command line at all. */
  | "syntax"
  | "empty"
  | "too-long"
  | "control-character"
  /** `$(…)` and backquotes. */
  | "substitution"
  /** `$name`, `${…}`, `~`, braces. */
  | "expansion"
  | "arithmetic"
  | "glob"
  | "process-substitution"
  | "here-document"
  | "subshell"
  /** `if`, `for`, `while`, `case`, `{ … }`, `[[ … ]]`. */
  | "compound"
  | "function"
  | "background"
  | "assignment"
  /** `!` and `time` before a command. */
  | "prefix"
  /** `$'…'` and `$"…"`. */
  | "quoting"
  /** A redirect that has no fixed meaning without a shell. */
  | "redirect"
  /** `|&`. */
  | "pipe";
