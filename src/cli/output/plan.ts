import { isProgramPlan } from "../../model/plan.ts";
import type { Plan } from "../../model/plan.ts";
import { toConfined, toPlanFields } from "../../text/plan-fields.ts";
import { renderFields } from "./fields.ts";
import type { Screen } from "./screen.ts";

/** What exactly would run, for a human who has to judge it. */
export function renderPlan(plan: Plan, screen: Screen): string {
  return renderFields(toPlanFields(plan), screen);
}

/** What would confine its programs, for whoever asks only about that; empty for what starts none. */
export function renderConfinement(plan: Plan, screen: Screen): string {
  return isProgramPlan(plan) ? renderFields([toConfined(plan)], screen) : "";
}
