import type { ReplayedCall, ReplayEnd } from "../../../call/replay/replay.ts";
import type { DecisionCode, DecisionSource, Verdict } from "../../../model/decision.ts";
import { describePlan } from "../../../text/describe-plan.ts";

/** What came of a replay, counted. Of the calls themselves only a few of each kind are kept. */
export interface ReplayReport {
  readonly calls: number;
  /** Would end as they did, `otherwise` of them for another reason. */
  readonly unchanged: { readonly count: number; readonly otherwise: number };
  readonly changed: { readonly candidate: ChangeCounts; readonly since: ChangeCounts };
  readonly undecidable: { readonly count: number; readonly reasons: readonly UndecidableGroup[] };
  /** Most first. */
  readonly groups: readonly ChangeGroup[];
  /** Calls of further groups than are kept. */
  readonly ungrouped: number;
}

/** By what would become of them. */
export type ChangeCounts = Readonly<Record<Verdict, number>>;

export interface UndecidableGroup {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly ReplayExample[];
}

/** Calls that the same thing would decide otherwise. */
export interface ChangeGroup {
  readonly cause: "candidate" | "since";
  /** What holds now, or, of what changed since, what was recorded. */
  readonly from: Verdict;
  readonly to: Verdict;
  readonly code: DecisionCode;
  readonly source: DecisionSource;
  /** The rule, policy or setting that would decide. */
  readonly decider: string;
  /** What decides now, or did. */
  readonly before: string;
  readonly count: number;
  readonly tools: readonly string[];
  readonly examples: readonly ReplayExample[];
}

export interface ReplayExample {
  readonly callId: string;
  readonly seq: number;
  readonly at: string;
  readonly tool: string;
  readonly agent: string;
  /** What the call was about: its specifier, else what it ran. */
  readonly about: string | null;
  readonly recorded: { readonly effect: Verdict; readonly code: DecisionCode };
  /** `null`: cannot be told. */
  readonly now: { readonly effect: Verdict; readonly code: DecisionCode; readonly reasons: readonly string[] } | null;
}

export interface Tally {
  add(call: ReplayedCall): void;
  report(): ReplayReport;
}

const MOST_GROUPS = 1_000;
const MOST_TOOLS = 20;
const MOST_CHARACTERS = 2_000;

type Growing<Group extends { readonly examples: readonly ReplayExample[]; readonly count: number }> = Omit<
  Group,
  "count" | "examples"
> & { count: number; readonly examples: ReplayExample[] };

type Judged = Extract<ReplayEnd, { readonly kind: "judged" }>;

/** Counts calls as they come. What it holds does not grow with their number. */
export function createTally(mostExamples: number): Tally {
  const groups = new Map<string, Growing<Omit<ChangeGroup, "tools">> & { readonly tools: Set<string> }>();
  const reasons = new Map<string, Growing<UndecidableGroup>>();
  const changed = { candidate: { allow: 0, ask: 0, deny: 0 }, since: { allow: 0, ask: 0, deny: 0 } };
  const counts = { calls: 0, unchanged: 0, otherwise: 0, undecidable: 0, ungrouped: 0 };

  const keep = (examples: ReplayExample[], call: ReplayedCall): void => {
    if (examples.length < mostExamples) examples.push(toExample(call));
  };
  const addUndecidable = (call: ReplayedCall, reason: string): void => {
    counts.undecidable += 1;
    const group = reasons.get(reason) ?? { reason, count: 0, examples: [] };
    reasons.set(reason, group);
    group.count += 1;
    keep(group.examples, call);
  };
  const addChange = (call: ReplayedCall, end: Judged, cause: NonNullable<Judged["cause"]>): void => {
    changed[cause][end.now.effect] += 1;
    const what = toChange(call, end, cause);
    const key = JSON.stringify([cause, what.from, what.to, what.decider, what.before]);
    if (!groups.has(key) && groups.size >= MOST_GROUPS) {
      counts.ungrouped += 1;
      return;
    }
    const group = groups.get(key) ?? { ...what, count: 0, tools: new Set<string>(), examples: [] };
    groups.set(key, group);
    group.count += 1;
    if (group.tools.size < MOST_TOOLS) group.tools.add(call.tool);
    keep(group.examples, call);
  };
  return {
    add(call) {
      const { end, recorded } = call;
      counts.calls += 1;
      if (end.kind === "undecidable") addUndecidable(call, end.reason);
      else if (end.cause !== null) addChange(call, end, end.cause);
      else {
        counts.unchanged += 1;
        if (end.now.code !== recorded.code) counts.otherwise += 1;
      }
    },
    report: () => ({
      calls: counts.calls,
      unchanged: { count: counts.unchanged, otherwise: counts.otherwise },
      changed,
      undecidable: { count: counts.undecidable, reasons: [...reasons.values()].sort(byCount) },
      groups: [...groups.values()].map((group) => ({ ...group, tools: [...group.tools] })).sort(byCount),
      ungrouped: counts.ungrouped,
    }),
  };
}

/** Reasons of these codes name a rule or a policy, and nothing of the call. */
const NAMED: ReadonlySet<DecisionCode> = new Set([
  "ALLOWED_BY_RULE",
  "ALLOWED_BY_CEDAR",
  "ASK_CEDAR",
  "DENIED_BY_RULE",
  "DENIED_BY_CEDAR",
]);

function toChange(
  { recorded }: ReplayedCall,
  { now, current }: Judged,
  cause: NonNullable<Judged["cause"]>,
): Omit<ChangeGroup, "count" | "tools" | "examples"> {
  const { effect, code, decider } = now;
  const past = NAMED.has(recorded.code) ? (recorded.reasons[0] ?? recorded.code) : recorded.code;
  return {
    cause,
    from: cause === "candidate" ? current.effect : recorded.effect,
    to: effect,
    code,
    source: decider.source,
    decider: decider.name,
    before: cause === "candidate" ? current.decider.name : past,
  };
}

function toExample({ callId, seq, at, tool, agent, about, plan, recorded, end }: ReplayedCall): ReplayExample {
  const text = about ?? (plan === null ? null : describePlan(plan));
  return {
    callId,
    seq,
    at,
    tool,
    agent,
    about: text !== null && text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text,
    recorded: { effect: recorded.effect, code: recorded.code },
    now: end.kind === "judged" ? { effect: end.now.effect, code: end.now.code, reasons: end.now.reasons } : null,
  };
}

function byCount(one: { readonly count: number }, other: { readonly count: number }): number {
  return other.count - one.count;
}
