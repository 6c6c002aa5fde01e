/** What a source, or all of them together, say about a call. */
export type Verdict = "allow" | "ask" | "deny";

export const DECISION_SOURCES = [
  "pause",
  "broken",
  "limits",
  "visibility",
  "grants",
  "rules",
  "deny_pack",
  "breaker",
  "shell",
  "human_approval",
  "cedar",
  "mode",
  "headless",
] as const;
/** A part of the policy that answers for itself. */
export type DecisionSource = (typeof DECISION_SOURCES)[number];

/** One source's answer, kept whether or not it decided. */
export interface DecisionStep {
  readonly source: DecisionSource;
  readonly verdict: Verdict | "none";
  /** Says which rule or setting answered, and where it stands. */
  readonly reason: string;
  /** The command of a line, or the path, that this is about; absent: the call as a whole. */
  readonly about?: string | undefined;
}

export interface Decision {
  readonly effect: Verdict;
  readonly code: DecisionCode;
  /** Every reason for the effect, most decisive first. */
  readonly reasons: readonly string[];
  /** Ids of the rules that matched. */
  readonly matched: readonly string[];
  readonly trace: readonly DecisionStep[];
  /** For a limit: when the same call may be tried again, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export type DecisionCode =
  | "ALLOWED_BY_RULE"
  | "ALLOWED_READ_ONLY"
  | "ALLOWED_BY_MODE"
  | "ALLOWED_BY_CEDAR"
  | "ASK_RULE"
  | "ASK_HUMAN_APPROVAL"
  | "ASK_BY_DEFAULT"
  | "ASK_BREAKER"
  /** The line is not understood well enough, or has words that only a shell could tell. */
  | "ASK_SHELL"
  | "ASK_CEDAR"
  | "DENIED_BY_RULE"
  | "DENIED_BY_MODE"
  | "DENIED_BY_PACK"
  | "DENIED_BY_CEDAR"
  | "DENIED_HEADLESS"
  | "DENIED_PAUSED"
  | "DENIED_NOT_VISIBLE"
  | "DENIED_BY_GRANT"
  | "DENIED_LIMIT"
  /** A part of the policy could not be read, or could not judge this call. */
  | "DENIED_BROKEN";
