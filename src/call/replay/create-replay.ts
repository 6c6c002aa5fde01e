import type { AuditRecord } from "../../audit/audit-log.ts";
import type { DecisionCode } from "../../model/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import { findTool } from "../../registry/find-tool.ts";
import type { Gate } from "../gate.ts";
import { fromRecord, toShownSpecifier } from "./from-record.ts";
import type { DecidedRecord, Surroundings } from "./from-record.ts";
import { judgeAgain, toReplayPolicy } from "./judge-again.ts";
import type { ReplayPolicy, ToolState } from "./judge-again.ts";
import { readDecided } from "./read-decided.ts";
import type { Replay, ReplayedCall, ReplayEnd, ReplayOptions } from "./replay.ts";

/** A policy that was read from a folder, and that nobody works under. */
export interface CandidatePolicy {
  readonly policy: Policy;
  readonly headless: boolean;
}

export interface ReplayParts {
  readonly gate: Gate;
  /** @throws ConfigError for a folder whose configuration could not be used either */
  readonly loadCandidate: (folder: string) => Promise<CandidatePolicy>;
}

/** Takes calls from the audit, and asks what would become of each of them now. */
export function createReplay({ gate, loadCandidate }: ReplayParts): Replay {
  return (options) => replay(options, gate, loadCandidate);
}

async function* replay(
  options: ReplayOptions,
  gate: Gate,
  loadCandidate: ReplayParts["loadCandidate"],
): AsyncGenerator<ReplayedCall> {
  await gate.prepareLines();
  await gate.currentTools();
  const policies = await readPolicies(options, gate, loadCandidate);
  const surroundings = {
    home: gate.home,
    ownFolders: gate.protectedFolders,
    analyze: (text: string) => gate.analyzeLine(text),
  };
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  for await (const record of readDecided(gate.audit, options)) {
    if (!isWanted(record, options, gate)) continue;
    const call = replayRecord(record, surroundings, policies, gate);
    if (call === null) continue;
    yield call;
    left -= 1;
    if (left <= 0) return;
  }
}

interface Policies {
  readonly current: ReplayPolicy;
  /** `null`: nothing but what holds at this moment. */
  readonly candidate: ReplayPolicy | null;
}

async function readPolicies(
  options: ReplayOptions,
  gate: Gate,
  loadCandidate: ReplayParts["loadCandidate"],
): Promise<Policies> {
  const now = gate.now();
  const current = toReplayPolicy(await gate.currentPolicy(), null, now);
  if (options.with === undefined) return { current, candidate: null };
  const { policy, headless } = await loadCandidate(options.with);
  const changed = headless === gate.permissions.headless ? null : headless;
  return { current, candidate: toReplayPolicy(policy, changed, now) };
}

function isWanted({ at, tool, caller, workspace }: AuditRecord, options: ReplayOptions, gate: Gate): boolean {
  if (workspace !== gate.config.workspace || tool === null) return false;
  if (options.until !== undefined && at >= options.until) return false;
  if (options.agent !== undefined && caller.agent !== options.agent) return false;
  return options.tool === undefined || matchName(options.tool, tool);
}

function replayRecord(
  record: AuditRecord,
  surroundings: Surroundings,
  policies: Policies,
  gate: Gate,
): ReplayedCall | null {
  const decided = fromRecord(record, surroundings);
  if (decided === null) return null;
  return {
    callId: record.callId ?? "",
    seq: record.seq,
    at: record.at,
    tool: record.tool ?? "",
    agent: record.caller.agent,
    about: toShownSpecifier(decided),
    plan: decided.plan,
    recorded: decided.decision,
    end: judge(decided, policies, findToolState(record, decided, gate)),
  };
}

const PASSING: ReadonlySet<DecisionCode> = new Set(["DENIED_LIMIT", "DENIED_PAUSED"]);

function judge({ decision, asked }: DecidedRecord, { current, candidate }: Policies, tool: ToolState): ReplayEnd {
  if ("reason" in asked) return { kind: "undecidable", reason: asked.reason };
  if (PASSING.has(decision.code)) return { kind: "undecidable", reason: PASSED };
  const today = judgeAgain(asked, current, tool);
  const next = candidate === null || !today.ok ? today : judgeAgain(asked, candidate, tool);
  if (!today.ok) return { kind: "undecidable", reason: today.reason };
  if (!next.ok) return { kind: "undecidable", reason: next.reason };
  const [now, before] = [next.decision, today.decision];
  const isSame = now.effect === decision.effect && now.effect === before.effect;
  const cause = isSame ? null : now.effect === before.effect ? "since" : "candidate";
  return { kind: "judged", now, current: before, cause };
}

const PASSED = "refused because of a limit or a pause, and neither is judged again";

function findToolState({ tool, caller }: AuditRecord, decided: DecidedRecord, gate: Gate): ToolState {
  const viewer = { agent: caller.agent, session: decided.session };
  const found = findTool(gate.registry.snapshot, tool ?? "", viewer);
  if (found === undefined) return "gone";
  return found.definitionHash === decided.definitionHash ? "same" : "changed";
}
