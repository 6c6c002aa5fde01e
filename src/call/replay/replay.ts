import type { Verdict, DecisionCode, DecisionSource } from "../../model/decision.ts";
import type { Plan } from "../../model/plan.ts";

/** Which recorded calls are decided once more, and under what. */
export interface ReplayOptions {
  /** ISO 8601; calls at or after. */
  readonly since: string;
  /** ISO 8601; calls before. @default now */
  readonly until?: string | undefined;
  /** A folder with a `toolgate.toml` that stands in for the project's. @default what holds at this moment */
  readonly with?: string | undefined;
  /** A tool name, in which `*` stands for any run of characters. @default all */
  readonly tool?: string | undefined;
  readonly agent?: string | undefined;
  /** Ends after so many calls, counted from `since`. @default no end */
  readonly limit?: number | undefined;
  /** Told now and then: records gone through, and how many there are. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** One recorded call that had been decided. */
export interface ReplayedCall {
  readonly callId: string;
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
  readonly tool: string;
  readonly agent: string;
  /** The tool's specifier as the call filled it; `null`: it has none, or nobody kept it. */
  readonly about: string | null;
  readonly plan: Plan | null;
  readonly recorded: RecordedDecision;
  readonly end: ReplayEnd;
}

export interface RecordedDecision {
  readonly effect: Verdict;
  readonly code: DecisionCode;
  /** Most decisive first. */
  readonly reasons: readonly string[];
}

/** What decided, named so that calls that it decided alike can be counted together. */
export interface Decider {
  readonly source: DecisionSource;
  readonly name: string;
}

export interface JudgedDecision extends RecordedDecision {
  readonly decider: Decider;
}

export type ReplayEnd =
  | {
      readonly kind: "judged";
      readonly now: JudgedDecision;
      /** Under what holds at this moment; the same as `now` without `with`. */
      readonly current: JudgedDecision;
      /** `candidate`: because of `with`; `since`: something here changed after the call; `null`: the effect is the same. */
      readonly cause: "candidate" | "since" | null;
    }
  | { readonly kind: "undecidable"; readonly reason: string };

/** Decides recorded calls once more. Runs, records and uses up nothing. */
export type Replay = (options: ReplayOptions) => AsyncIterable<ReplayedCall>;
