import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Plan } from "../../model/plan.ts";
import type { Approval } from "../../storage/repositories.ts";
import { renderFields } from "./fields.ts";
import { toPlanFields } from "./plan.ts";
import { describePlan } from "./text/describe-plan.ts";
import { renderTime } from "./text/relative-time.ts";
import type { Screen } from "./screen.ts";
import { shortenIds } from "./text/short-ids.ts";
import { renderTable } from "./table.ts";

/** Everything a human needs to answer: who wants what, exactly what would run, and why it asks. */
export function renderApproval(approval: Approval, now: Date, screen: Screen): string {
  const { summary } = approval;
  const plan = toPlan(summary["plan"]);
  return renderFields(
    [
      ["tool", approval.tool],
      ["does", text(summary["description"])],
      ["effect", text(summary["effect"])],
      ["asked by", `${approval.agent} of ${approval.principal}`],
      ["because", reasons(summary).join("; ") || null],
      ["expires", renderTime(approval.expiresAt, now, screen)],
      ...(plan === null ? [] : toPlanFields(plan)),
    ],
    screen,
  );
}

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

function reasons(summary: JsonObject): string[] {
  const value = summary["reasons"];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** The summary was written by the gate from a `Plan`; only its kind is looked at to be sure that it is one. */
function toPlan(value: JsonValue | undefined): Plan | null {
  const kind = (value as JsonObject | null | undefined)?.["kind"];
  return kind === "command" || kind === "script" || kind === "handler" ? (value as unknown as Plan) : null;
}
