import type { PlannedCall } from "../../model/call.ts";
import type { Plan } from "../../model/plan.ts";
import { isProgramPlan } from "../../model/plan.ts";
import type { PolicyRequest } from "../../policy/policy.ts";
import { toPolicyRequest } from "../../policy/to-policy-request.ts";
import type { Gate } from "../gate.ts";

/** A call is asked for it before its facts, its decision and its record. */
const KNOWN = new WeakMap<Plan, PolicyRequest>();

/** The planned call as the policy sees it. */
export function toRequest(planned: PlannedCall, gate: Gate): PolicyRequest {
  const known = KNOWN.get(planned.plan) ?? makeRequest(planned, gate);
  KNOWN.set(planned.plan, known);
  return known;
}

function makeRequest({ call, tool, session, values, plan }: PlannedCall, gate: Gate): PolicyRequest {
  const request = toPolicyRequest({
    tool,
    caller: call.caller,
    hints: call.hints,
    args: values,
    // The program and the working folder have no name of an argument: rules on paths are about what the caller sent.
    paths: plan.paths.filter(({ param }) => param !== ""),
    folder: isProgramPlan(plan) ? plan.cwd : (session.cwd ?? gate.config.workspaceRoots[0]),
    session: session.id,
    depth: (call.parent?.depth ?? 0) + (call.hints.depth ?? 0),
    programs: tool.origin.format === "custom" ? listPrograms(plan) : undefined,
    needsShell: plan.kind === "command" && plan.line !== undefined,
    analyze: gate.analyzeLine,
  });
  const expanded = plan.kind === "script" ? plan.expanded : undefined;
  return expanded === undefined ? request : withExpanded(request, expanded, gate);
}

function listPrograms(plan: Plan): readonly (readonly string[])[] {
  if (plan.kind === "script") return plan.steps.flatMap(({ stages }) => stages.map(({ argv }) => argv));
  return plan.kind === "command" ? [plan.argv] : [];
}

/** The same line with the file names that its patterns stand for: what they name can be denied. */
function withExpanded({ call, ...request }: PolicyRequest, text: string, gate: Gate): PolicyRequest {
  const [value] = call?.specifier?.ok === true ? call.specifier.values : [];
  if (call === undefined || value === undefined) return { ...request, call };
  const values = [{ kind: "shell", name: value.name, text, line: gate.analyzeLine(text) }] as const;
  return { ...request, call: { ...call, expanded: { ok: true, text, values } } };
}
