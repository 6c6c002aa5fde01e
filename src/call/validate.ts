import { hash } from "node:crypto";
import { resolvePath } from "../facts/resolve-path.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import type { PlannedCall, ResolvedCall } from "../model/call.ts";
import { asJson } from "../model/json.ts";
import type { ParamIssue } from "../model/param.ts";
import type { Plan, PlannedPath } from "../model/plan.ts";
import type { Tool } from "../model/tool.ts";
import { confinePath } from "../params/confine-path.ts";
import type { PathNeed } from "../params/param-type.ts";
import { checkArguments } from "./plan/check-arguments.ts";
import type { CheckedArguments } from "./plan/check-arguments.ts";
import type { Gate } from "./gate.ts";
import { planCommand } from "./plan/plan-command.ts";
import { refuseArguments } from "./plan/refuse-arguments.ts";

/** Turns arguments into the plan: types first, then where every path really leads, then what would run. */
export function validate(resolved: ResolvedCall, gate: Gate): PlannedCall {
  const checked = checkArguments(resolved, gate);
  const paths = confineAll(checked.paths);
  const plan = makePlan(resolved, withResolvedPaths(checked, paths), paths, gate);
  return { ...resolved, values: checked.values, plan, binding: bind(resolved.tool, plan) };
}

interface ConfinedPath extends PlannedPath {
  readonly need: PathNeed;
  readonly issue: ParamIssue | null;
}

function confineAll(needs: readonly PathNeed[]): readonly ConfinedPath[] {
  const folders = new Map<string, string>();
  return needs.map((need) => {
    const fact = resolvePath(need.candidate);
    const withinResolved = need.within.map((folder) => resolveOnce(folder, folders));
    const confined = confinePath(need, { ...fact, withinResolved });
    const issue = confined.ok ? null : confined.issue;
    return { need, param: need.param, candidate: need.candidate, resolved: fact.resolved, issue };
  });
}

/** Most parameters of a call share their folders. */
function resolveOnce(folder: string, known: Map<string, string>): string {
  const resolved = known.get(folder) ?? resolvePath(folder).resolved;
  known.set(folder, resolved);
  return resolved;
}

/** A path is handed over in the form that was checked, so that nothing is resolved a second time by somebody else. */
function withResolvedPaths(checked: CheckedArguments, paths: readonly ConfinedPath[]): CheckedArguments {
  const texts = new Map(checked.texts);
  for (const { need, param, resolved } of paths) {
    const known = texts.get(param);
    if (need.render === "absolute" && known !== undefined) texts.set(param, { ...known, text: resolved });
  }
  return { ...checked, texts };
}

function makePlan(
  resolved: ResolvedCall,
  checked: CheckedArguments,
  confined: readonly ConfinedPath[],
  gate: Gate,
): Plan {
  const { tool, call } = resolved;
  const issues = confined.flatMap(({ issue }) => (issue === null ? [] : [issue]));
  if (issues.length > 0) throw refuseArguments(tool, onePerParam(issues));
  const timeoutMs = Math.min(tool.limits.timeoutMs, call.timeoutMs ?? Number.POSITIVE_INFINITY);
  if (tool.backend.kind === "handler") return { kind: "handler", arguments: checked.values, timeoutMs };
  const paths = confined.map(({ param, candidate, resolved: real }) => ({ param, candidate, resolved: real }));
  return planCommand(resolved, tool.backend, checked, paths, timeoutMs, gate);
}

function onePerParam(issues: readonly ParamIssue[]): readonly ParamIssue[] {
  return [...new Map(issues.toReversed().map((issue) => [issue.param, issue])).values()].toReversed();
}

/** The scan id is made anew for each call: it counts by its name, so that the same call binds to the same hash. */
function bind(tool: Tool, plan: Plan): string {
  const text = canonicalJson({ tool: tool.definitionHash, plan: asJson(plan) });
  const scanId = plan.kind === "command" ? plan.injected["_scan_id"] : undefined;
  const stable = scanId === undefined ? text : text.replaceAll(scanId, "{_scan_id}");
  return `sha256:${hash("sha256", stable)}`;
}
