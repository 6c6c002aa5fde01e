import type { Plan } from "../../model/plan.ts";
import { renderFields } from "./fields.ts";
import type { Field } from "./fields.ts";
import { quoteArguments } from "./text/quote.ts";
import { renderDuration } from "./text/relative-time.ts";
import type { Screen } from "./screen.ts";

/** What exactly would run, for a human who has to judge it. */
export function renderPlan(plan: Plan, screen: Screen): string {
  return renderFields(toPlanFields(plan), screen);
}

/** The same as pairs, to stand among others. */
export function toPlanFields(plan: Plan): readonly Field[] {
  const limit = ["limit", renderDuration(plan.timeoutMs)] as const;
  if (plan.kind === "handler") return [["handler", JSON.stringify(plan.arguments)], limit];
  // PATH is the same for every call and long; what else Toolgate sets says how this program is tamed.
  const fixed = Object.entries(plan.fixedEnvironment).filter(([name]) => name !== "PATH");
  const links = plan.paths.filter((path) => path.candidate !== path.resolved);
  return [
    ["runs", quoteArguments(plan.argv)],
    ["in", plan.cwd],
    ["environment", plan.environment.join(" ") || null],
    ["sets", quoteArguments(fixed.map(([name, value]) => `${name}=${value}`)) || null],
    ...links.map(({ param, candidate, resolved }) => [`link ${param}`, `${candidate} is ${resolved}`] as const),
    limit,
  ];
}
