/** Allow rules that would let this call, and others like it, through without asking; made by the server. */
export interface RuleSuggestion {
  /** `"1"`, `"2"` …, the narrowest first. */
  readonly id: string;
  /** As written in a rule list: `Tool(specifier)`; one for each command that needed an approval. */
  readonly rules: readonly string[];
  /** What they cover, for people. */
  readonly label: string;
}

/** Why a question is taken back. */
export type CancelCause =
  /** Nobody answered in time. */
  | "timeout"
  /** The call ended, or whoever waited went away. */
  | "turn_cancelled"
  /** Somebody else answered. */
  | "resolved_elsewhere"
  /** The rules have an answer by now. */
  | "policy_changed";
