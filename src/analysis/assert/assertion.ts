import type { Effect, RiskTier, ToolFormat } from "../../model/tool.ts";
import type { ParamSpaceKind } from "../analysis.ts";

/** A property that tools must have. Every member of `for` narrows the tools; every member of `must` has to hold. */
export interface Assertion {
  readonly name: string;
  readonly for: Selection;
  readonly must: Requirement;
  /** 1-based line of the file. */
  readonly line: number;
}

/** Which tools an assertion is about; an absent member does not narrow. */
export interface Selection {
  /** Names, in which `*` stands for any characters. */
  readonly name?: readonly string[] | undefined;
  readonly format?: readonly ToolFormat[] | undefined;
  readonly group?: readonly string[] | undefined;
  readonly effect?: readonly Effect[] | undefined;
  readonly risk?: readonly RiskTier[] | undefined;
  readonly human_approval?: boolean | undefined;
}

/** What must be so; lists name everything that is permitted. */
export interface Requirement {
  readonly effect?: readonly Effect[] | undefined;
  readonly risk?: readonly RiskTier[] | undefined;
  readonly human_approval?: boolean | undefined;
  /** Names and `*.name`. */
  readonly hosts?: readonly string[] | undefined;
  /** Networks and domain patterns that cover every target. */
  readonly targets?: readonly string[] | undefined;
  /** Globs. */
  readonly programs?: readonly string[] | undefined;
  /** Folders that hold every path, as written in the tools. */
  readonly paths?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
  readonly secrets?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly spaces?: readonly ParamSpaceKind[] | undefined;
  /** What the configured rules and mode say about a call. */
  readonly decision?: readonly ("allow" | "ask" | "deny")[] | undefined;
  readonly output_schema?: boolean | undefined;
  /** Codes of weak spots that must not be there; `*` for any. */
  readonly no_warnings?: readonly string[] | undefined;
}

/** A tool that does not have the property, and why. */
export interface Counterexample {
  readonly tool: string;
  /** Which requirement, by its key. */
  readonly key: string;
  readonly message: string;
}

export interface AssertionResult {
  readonly name: string;
  readonly line: number;
  /** How many tools it was about; an assertion about none proves nothing. */
  readonly tools: number;
  readonly counterexamples: readonly Counterexample[];
}
