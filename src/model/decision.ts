/** What a source, or all of them together, say about a call. */
export type Verdict = "allow" | "ask" | "deny";

/** One source's answer, kept whether or not it decided. */
export interface DecisionStep {
  /** The part of the policy that spoke: `pause`, `rules`, `human_approval`, `mode`, `headless`. */
  readonly source: string;
  readonly verdict: Verdict | "none";
  /** Says which rule or setting answered, and where it stands. */
  readonly reason: string;
}

export interface Decision {
  readonly effect: Verdict;
  readonly code: DecisionCode;
  /** Every reason for the effect, most decisive first. */
  readonly reasons: readonly string[];
  /** Ids of the rules that matched. */
  readonly matched: readonly string[];
  readonly trace: readonly DecisionStep[];
}

export type DecisionCode =
  | "ALLOWED_BY_RULE"
  | "ALLOWED_READ_ONLY"
  | "ALLOWED_BY_MODE"
  | "ASK_RULE"
  | "ASK_HUMAN_APPROVAL"
  | "ASK_BY_DEFAULT"
  | "DENIED_BY_RULE"
  | "DENIED_BY_MODE"
  | "DENIED_HEADLESS"
  | "DENIED_PAUSED";
