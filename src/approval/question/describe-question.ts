import type { ApproverRule } from "../../config/config.ts";
import type { Decision } from "../../model/decision.ts";
import type { Facts } from "../../model/facts.ts";
import { asJson } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Plan } from "../../model/plan.ts";
import { findMode } from "../../policy/modes/find-mode.ts";
import type { Policy, PolicyRequest } from "../../policy/policy.ts";
import { createCovers } from "../grants/covers-call.ts";
import { toStoredRequest } from "../grants/stored-request.ts";
import { suggestRules } from "../suggest-rules.ts";
import { listCommands } from "./list-commands.ts";
import { toStoredApprovers } from "./stored-approvers.ts";

export interface QuestionParts {
  readonly request: PolicyRequest;
  readonly facts: Facts;
  readonly policy: Policy;
  readonly decision: Decision;
  readonly plan: Plan;
  /** The tool's own words on what it does. */
  readonly description: string;
  /** `[[approvals.who]]` of the workspace. */
  readonly approvers: readonly ApproverRule[];
}

/**
 * Everything about a question that is not who asked: what a human is shown, what they may allow from now on, and what another
 * process needs to judge their answer. Kept as the summary of the approval.
 */
export function describeQuestion({ plan, description, approvers, ...parts }: QuestionParts): JsonObject {
  const { request, facts, policy, decision } = parts;
  const { tool, call } = request;
  const { commands, cut } = listCommands(request);
  const asked = { request, facts, code: decision.code, cut };
  // A session's rules cover tools of every layer; whether a narrower scope does is judged with the answer.
  const suggestions = suggestRules(asked, createCovers(asked, policy, "session"));
  const specifier = call?.specifier ?? null;
  return {
    plan: asJson(plan),
    effect: tool.effect,
    risk: tool.riskTier ?? null,
    description,
    reasons: decision.reasons,
    mode: findMode(policy, request).mode,
    specifier: specifier?.ok === true ? specifier.text : null,
    session: call?.session ?? null,
    commands,
    cut,
    suggestions: asJson(suggestions),
    request: toStoredRequest(asked),
    approvers: toStoredApprovers(approvers, tool),
  };
}
