import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Plan } from "../../model/plan.ts";
import type { Approval } from "../../storage/repositories.ts";
import type { Question } from "../../approval/question/read-question.ts";
import { readQuestion } from "../../approval/question/read-question.ts";
import { renderFields } from "./fields.ts";
import type { Field } from "./fields.ts";
import { toPlanFields } from "./plan.ts";
import { describePlan } from "./text/describe-plan.ts";
import { escapeLine } from "./text/escape.ts";
import { quoteArguments } from "./text/quote.ts";
import { renderTime } from "./text/relative-time.ts";
import type { Screen } from "./screen.ts";
import { shortenIds } from "./text/short-ids.ts";
import { renderTable } from "./table.ts";

/** Everything a human needs to answer: who wants what, exactly what would run, why it asks, and what may be allowed. */
export function renderApproval(approval: Approval, now: Date, screen: Screen): string {
  const question = readQuestion(approval);
  const plan = toPlan(approval.summary["plan"]);
  const { risk, effect } = question;
  return renderFields(
    [
      ["tool", approval.tool],
      ["does", question.description || null],
      ["effect", effect],
      ["risk", risk],
      ["asked by", `${approval.agent} of ${approval.principal}`],
      ["mode", question.mode],
      ...question.reasons.map((reason, index) => [index === 0 ? "because" : "and", reason] as const),
      ["expires", renderTime(approval.expiresAt, now, screen)],
      ...toCommandFields(question, plan),
      ...(plan === null ? [] : toPlanFields(plan)),
      ...question.suggestions.map(({ id, label }) => [`always ${id}`, label] as const),
    ],
    screen,
  );
}

/** Several commands are easier to judge one by one: what runs where that is known, else what is written. */
function toCommandFields({ commands, cut }: Question, plan: Plan | null): readonly Field[] {
  const stages = plan?.kind === "script" ? plan.steps.flatMap((step) => step.stages) : [];
  const lines = stages.length > 0 ? stages.map(({ argv }) => quoteArguments(argv)) : commands;
  const shown = lines.length < 2 ? [] : lines.map((line, index) => [`command ${index + 1}`, line] as const);
  return cut ? [...shown, ["cut", "not everything is shown here; only this one call can be allowed"]] : shown;
}

/** What an answer did. */
export function renderAnswered({ tool, answer }: Approval, now: Date, screen: Screen): string {
  const name = escapeLine(tool);
  if (answer?.verdict !== "approve") return `Denied ${name}.\n`;
  const once = `Approved ${name}; the call runs once.\n`;
  const { grant } = answer;
  if (grant === null) return once;
  const until = grant.expiresAt === null ? "until it is revoked" : `until ${renderTime(grant.expiresAt, now, screen)}`;
  const rules = grant.rules.map((rule) => `  ${escapeLine(rule)}\n`).join("");
  return `${once}From now on, ${SCOPES[grant.scope]}, ${until}:\n${rules}`;
}

const SCOPES = { session: "in this session", project: "in this workspace", user: "everywhere" } as const;

/** Pending approvals, one a line. */
export function renderApprovals(approvals: readonly Approval[], now: Date, screen: Screen): string {
  if (approvals.length === 0) return "";
  const shorten = shortenIds(
    approvals.map(({ id }) => id),
    screen,
  );
  return renderTable(
    [
      { title: "id", value: (approval: Approval) => shorten(approval.id) },
      { title: "tool", value: (approval) => approval.tool, shrinks: true },
      { title: "runs", value: ({ summary }) => describeSummary(summary), shrinks: true },
      { title: "agent", value: ({ agent, principal }) => `${agent} of ${principal}`, shrinks: true },
      { title: "until", value: (approval) => renderTime(approval.expiresAt, now, screen) },
    ],
    approvals,
    screen,
  );
}

function describeSummary(summary: JsonObject): string {
  const plan = toPlan(summary["plan"]);
  return plan === null ? "-" : describePlan(plan);
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
function toPlan(value: JsonValue | undefined): Plan | null {
  const kind = (value as JsonObject | null | undefined)?.["kind"];
  return typeof kind === "string" && Object.hasOwn(KINDS, kind) ? (value as unknown as Plan) : null;
}
