import type { JsonObject } from "../../model/json.ts";
import type { Plan } from "../../model/plan.ts";
import type { Approval } from "../../storage/repositories.ts";
import { describePlan } from "../../text/describe-plan.ts";
import { toPlanFields } from "../../text/plan-fields.ts";
import type { Field } from "../../text/plan-fields.ts";
import { quoteArguments } from "../../text/quote-arguments.ts";
import { readQuestion } from "./read-question.ts";
import type { Question } from "./read-question.ts";

/** What a human is shown of a question, wherever they answer. The values are as they came: whoever shows them escapes. */
export interface ShownQuestion {
  /** Who wants what, and why it asks. */
  readonly about: readonly Field[];
  /** Exactly what would run. */
  readonly runs: readonly Field[];
  /** The arguments of a handler or an upstream tool one by one, which are in `runs` as JSON. Texts have lines. */
  readonly values: readonly Field[];
}

/** @param most characters of a text that may be long, as for `toPlanFields` */
export function listFields(approval: Approval, most?: number): ShownQuestion {
  const question = readQuestion(approval);
  const plan = readPlan(approval);
  return {
    about: [
      ["tool", approval.tool],
      ["does", question.description || null],
      ["effect", question.effect],
      ["risk", question.risk],
      ["asked by", `${approval.agent} of ${approval.principal}`],
      ["mode", question.mode],
      ...question.reasons.map((reason, index) => [index === 0 ? "because" : "and", reason] as const),
    ],
    runs: [...toCommandFields(question, plan), ...(plan === null ? [] : toPlanFields(plan, most))],
    values: toValues(plan),
  };
}

/** What would run, on one line; `null`: it cannot be told. */
export function describeWhatRuns(approval: Pick<Approval, "summary">): string | null {
  const plan = readPlan(approval);
  return plan === null ? null : describePlan(plan);
}

function toValues(plan: Plan | null): readonly Field[] {
  if (plan?.kind !== "handler" && plan?.kind !== "mcp") return [];
  return Object.entries(plan.arguments).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
}

/** Several commands are easier to judge one by one: what runs where that is known, else what is written. */
function toCommandFields({ commands, cut }: Question, plan: Plan | null): readonly Field[] {
  const stages = plan?.kind === "script" ? plan.steps.flatMap((step) => step.stages) : [];
  const lines = stages.length > 0 ? stages.map(({ argv }) => quoteArguments(argv)) : commands;
  const shown = lines.length < 2 ? [] : lines.map((line, index) => [`command ${index + 1}`, line] as const);
  return cut ? [...shown, ["cut", "not everything is shown here; only this one call can be allowed"]] : shown;
}

/** Complete, or it does not compile: what a human is asked about must be shown. */
const KINDS: Readonly<Record<Plan["kind"], true>> = {
  command: true,
  script: true,
  handler: true,
  http: true,
  mcp: true,
};

/** The summary was written by the gate from a `Plan`; only its kind is looked at to be sure that it is one. */
function readPlan({ summary }: Pick<Approval, "summary">): Plan | null {
  const { plan } = summary;
  const kind = (plan as JsonObject | null | undefined)?.["kind"];
  return typeof kind === "string" && Object.hasOwn(KINDS, kind) ? (plan as unknown as Plan) : null;
}
