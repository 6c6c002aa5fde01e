import { isProgramPlan } from "../../model/plan.ts";
import type { HttpPlan, Plan, PlannedPath, ProgramPlan } from "../../model/plan.ts";
import { showPlannedText } from "../../template/http/show-planned-text.ts";
import { describeSandbox } from "../../text/describe-sandbox.ts";
import { showText } from "../../text/show-text.ts";
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

/** What would confine its programs, for whoever asks only about that; empty for what starts none. */
export function renderConfinement(plan: Plan, screen: Screen): string {
  return isProgramPlan(plan) ? renderFields([toConfined(plan)], screen) : "";
}

/** The same as pairs, to stand among others. */
export function toPlanFields(plan: Plan): readonly Field[] {
  const limit = ["limit", renderDuration(plan.timeoutMs)] as const;
  if (plan.kind === "handler") {
    // Questions of an earlier version say nothing of an API.
    const label = (plan.api ?? null) === null ? "handler" : "calls";
    return [[label, describePlan(plan)], ...toLinks(plan.paths ?? []), limit];
  }
  if (plan.kind === "mcp") return [["calls", describePlan(plan)], ...toLinks(plan.paths), limit];
  if (plan.kind === "http") return [...toRequestFields(plan), limit];
  // PATH is the same for every call and long; what else Toolgate sets says how this program is tamed.
  const fixed = Object.entries(plan.fixedEnvironment).filter(([name]) => name !== "PATH");
  const secrets = [...(plan.sealedEnvironment ?? []), ...Object.keys(plan.secretEnvironment ?? {})];
  return [
    ["runs", describePlan(plan)],
    ["in", plan.cwd],
    ["environment", plan.environment.join(" ") || null],
    ["sets", quoteArguments(fixed.map(([name, value]) => `${name}=${value}`)) || null],
    ["secrets", secrets.join(" ") || null],
    ["reads", plan.stdin === undefined ? null : showText(plan.stdin, MOST_SHOWN)],
    ["parser", plan.parser?.resolved ?? null],
    toConfined(plan),
    ...toLinks(plan.paths),
    limit,
  ];
}

function toConfined({ sandbox }: ProgramPlan): Field {
  return ["confined", describeSandbox(sandbox)];
}

function toRequestFields(plan: HttpPlan): readonly Field[] {
  const { headers, body, parser } = plan;
  return [
    ["requests", describePlan(plan)],
    ...headers.map(([name, value]) => ["header", `${name}: ${showText(showPlannedText(value), MOST_SHOWN)}`] as const),
    ["body", body === null ? null : showText(showPlannedText(body), MOST_SHOWN)],
    ["parser", parser?.resolved ?? null],
  ];
}

/** Of a text that may be long: characters. */
const MOST_SHOWN = 2_000;

function toLinks(paths: readonly PlannedPath[]): readonly Field[] {
  return paths
    .filter(({ candidate, resolved }) => candidate !== resolved)
    .map(({ param, candidate, resolved }) => [`link ${param}`, `${candidate} is ${resolved}`] as const);
}
