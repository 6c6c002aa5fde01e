import type { Plan, PlannedPath } from "../../model/plan.ts";
import { renderFields } from "./fields.ts";
import type { Field } from "./fields.ts";
import { quoteArguments } from "./text/quote.ts";
import { describePlan } from "./text/describe-plan.ts";
import { renderDuration } from "./text/relative-time.ts";
import type { Screen } from "./screen.ts";

/** What exactly would run, for a human who has to judge it. */
export function renderPlan(plan: Plan, screen: Screen): string {
  return renderFields(toPlanFields(plan), screen);
}

/** The same as pairs, to stand among others. */
export function toPlanFields(plan: Plan): readonly Field[] {
  const limit = ["limit", renderDuration(plan.timeoutMs)] as const;
  if (plan.kind === "handler") {
    // Questions of an earlier version say nothing of an API.
    const label = (plan.api ?? null) === null ? "handler" : "calls";
    return [[label, describePlan(plan)], ...toLinks(plan.paths ?? []), limit];
  }
  if (plan.kind === "http") return [["requests", describePlan(plan)], limit];
  // PATH is the same for every call and long; what else Toolgate sets says how this program is tamed.
  const fixed = Object.entries(plan.fixedEnvironment).filter(([name]) => name !== "PATH");
  const sealed = plan.sealedEnvironment ?? [];
  return [
    ["runs", describePlan(plan)],
    ["in", plan.cwd],
    ["environment", plan.environment.join(" ") || null],
    ["sets", quoteArguments(fixed.map(([name, value]) => `${name}=${value}`)) || null],
    ["secrets", sealed.join(" ") || null],
    ...toLinks(plan.paths),
    limit,
  ];
}

function toLinks(paths: readonly PlannedPath[]): readonly Field[] {
  return paths
    .filter(({ candidate, resolved }) => candidate !== resolved)
    .map(({ param, candidate, resolved }) => [`link ${param}`, `${candidate} is ${resolved}`] as const);
}
