/** What is wrong with a rule as it is written. An error: it must not be used. */
export interface RuleIssue {
  readonly severity: "error" | "warning";
  readonly code: RuleIssueCode;
  readonly message: string;
  readonly hint: string;
  /** The part of the rule that it is about. @default the rule as a whole */
  readonly key?: "tool" | "specifier" | "params" | "reason" | "match" | "not_match" | undefined;
}

export type RuleIssueCode =
  | "allow-everything"
  | "unanchored-glob"
  | "blank-reason"
  | "bad-specifier"
  | "bad-params"
  | "leading-star"
  | "runs-anything"
  | "bad-example"
  | "unknown-tool"
  | "no-such-role"
  | "shadowed";
