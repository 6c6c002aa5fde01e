import type { RuleSuggestion } from "../../model/approval.ts";
import type { AwaitingApproval, CallEvent } from "../../model/call.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Approval } from "../../storage/repositories.ts";
import type { ApprovalEnd } from "../approval-desk.ts";

/** What `describeQuestion` put into a summary; questions of earlier versions have less of it. */
export interface Question {
  readonly effect: string | null;
  readonly risk: string | null;
  readonly description: string | null;
  readonly reasons: readonly string[];
  readonly mode: string;
  readonly specifier: string | null;
  readonly session: string | null;
  readonly commands: readonly string[];
  readonly cut: boolean;
  readonly suggestions: readonly RuleSuggestion[];
  readonly argsHash: string | null;
}

/** A summary as data, with nothing in it taken on trust but its texts. */
export function readQuestion({ summary }: Pick<Approval, "summary">): Question {
  return {
    effect: text(summary["effect"]),
    risk: text(summary["risk"]),
    description: text(summary["description"]),
    reasons: texts(summary["reasons"]),
    mode: text(summary["mode"]) ?? "default",
    specifier: text(summary["specifier"]),
    session: text(summary["session"]),
    commands: texts(summary["commands"]),
    cut: summary["cut"] === true,
    suggestions: toSuggestions(summary["suggestions"]),
    argsHash: text((summary["request"] as JsonObject | null | undefined)?.["argsHash"]),
  };
}

/** What whoever waits for the call is shown. */
export function toAwaitingEvent(approval: Approval): AwaitingApproval {
  const { mode, specifier, suggestions, commands } = readQuestion(approval);
  const { id, expiresAt, tool } = approval;
  return { kind: "awaiting-approval", approvalId: id, expiresAt, tool, specifier, mode, suggestions, commands };
}

/** Takes a question back from everybody who was shown it and did not answer. */
export function toCancelledEvent(approvalId: string, end: ApprovalEnd): CallEvent {
  const cause = CAUSES[end.kind];
  return { kind: "approval-cancelled", approvalId, cause };
}

const CAUSES = {
  approved: "resolved_elsewhere",
  denied: "resolved_elsewhere",
  timeout: "timeout",
  cancelled: "turn_cancelled",
} as const;

function toSuggestions(value: JsonValue | undefined): readonly RuleSuggestion[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: JsonValue) => {
    const { id, rules, label } = (each ?? {}) as JsonObject;
    const read = texts(rules);
    return typeof id === "string" && typeof label === "string" && read.length > 0 ? [{ id, rules: read, label }] : [];
  });
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
