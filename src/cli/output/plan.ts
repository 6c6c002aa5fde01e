import type { Plan } from "../../model/plan.ts";
import { renderFields } from "./fields.ts";
import { quoteArguments } from "./quote.ts";
import { renderDuration } from "./relative-time.ts";
import type { Screen } from "./screen.ts";

/** What exactly would run, for a human who has to judge it. */
export function renderPlan(plan: Plan, screen: Screen): string {
  if (plan.kind === "handler") {
    return renderFields(
      [
        ["handler", JSON.stringify(plan.arguments)],
        ["limit", renderDuration(plan.timeoutMs)],
      ],
      screen,
    );
  }
  const environment = plan.environment.length === 0 ? null : plan.environment.join(" ");
  return renderFields(
    [
      ["runs", quoteArguments(plan.argv)],
      ["in", plan.cwd],
      ["environment", environment],
      ...plan.paths
        .filter((path) => path.candidate !== path.resolved)
        .map((path) => [`link ${path.param}`, `${path.candidate} is ${path.resolved}`] as const),
      ["limit", renderDuration(plan.timeoutMs)],
    ],
    screen,
  );
}
