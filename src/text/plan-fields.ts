import type { HttpPlan, Plan, PlannedPath, ProgramPlan } from "../model/plan.ts";
import { showPlannedText } from "../template/http/show-planned-text.ts";
import { describePlan } from "./describe-plan.ts";
import { describeSandbox } from "./describe-sandbox.ts";
import { quoteArguments } from "./quote-arguments.ts";
import { renderDuration } from "./render-duration.ts";
import { showText } from "./show-text.ts";

/** A name and what it says; `null` leaves it out. */
export type Field = readonly [name: string, value: string | null];

/** Of a text that may be long: characters. */
const MOST_SHOWN = 2_000;

/**
 * What exactly would run, as pairs for a human who has to judge it.
 * @param most characters of what is sent or read, which may be long
 */
export function toPlanFields(plan: Plan, most: number = MOST_SHOWN): readonly Field[] {
  const limit = ["limit", renderDuration(plan.timeoutMs)] as const;
  if (plan.kind === "handler") {
    // Questions of an earlier version say nothing of an API.
    const label = (plan.api ?? null) === null ? "handler" : "calls";
    return [[label, describePlan(plan)], ...toLinks(plan.paths ?? []), limit];
  }
  if (plan.kind === "mcp") return [["calls", describePlan(plan)], ...toLinks(plan.paths), limit];
  if (plan.kind === "http") return [...toRequestFields(plan, most), limit];
  // PATH is the same for every call and long; what else Toolgate sets says how this program is tamed.
  const fixed = Object.entries(plan.fixedEnvironment).filter(([name]) => name !== "PATH");
  const secrets = [...(plan.sealedEnvironment ?? []), ...Object.keys(plan.secretEnvironment ?? {})];
  return [
    ["runs", describePlan(plan)],
    ["in", plan.cwd],
    ["environment", plan.environment.join(" ") || null],
    ["sets", quoteArguments(fixed.map(([name, value]) => `${name}=${value}`)) || null],
    ["secrets", secrets.join(" ") || null],
    ["reads", plan.stdin === undefined ? null : showText(plan.stdin, most)],
    ["parser", plan.parser?.resolved ?? null],
    toConfined(plan),
    ...toLinks(plan.paths),
    limit,
  ];
}

/** What would confine its programs. */
export function toConfined({ sandbox }: ProgramPlan): Field {
  return ["confined", describeSandbox(sandbox)];
}

function toRequestFields(plan: HttpPlan, most: number): readonly Field[] {
  const { headers, body, parser } = plan;
  return [
    ["requests", describePlan(plan)],
    ...headers.map(([name, value]) => ["header", `${name}: ${showText(showPlannedText(value), most)}`] as const),
    ["body", body === null ? null : showText(showPlannedText(body), most)],
    ["parser", parser?.resolved ?? null],
  ];
}

function toLinks(paths: readonly PlannedPath[]): readonly Field[] {
  return paths
    .filter(({ candidate, resolved }) => candidate !== resolved)
    .map(({ param, candidate, resolved }) => [`link ${param}`, `${candidate} is ${resolved}`] as const);
}
