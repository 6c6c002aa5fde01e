import { describeWhatRuns, listFields } from "../../approval/question/list-fields.ts";
import { readQuestion } from "../../approval/question/read-question.ts";
import type { Approval } from "../../storage/repositories.ts";
import { renderFields } from "./fields.ts";
import { escapeLine } from "./text/escape.ts";
import { renderTime } from "./text/relative-time.ts";
import type { Screen } from "./screen.ts";
import { shortenIds } from "./text/short-ids.ts";
import { renderTable } from "./table.ts";

/** Everything a human needs to answer: who wants what, exactly what would run, why it asks, and what may be allowed. */
export function renderApproval(approval: Approval, now: Date, screen: Screen): string {
  const { about, runs } = listFields(approval);
  const { suggestions } = readQuestion(approval);
  return renderFields(
    [
      ...about,
      ["expires", renderTime(approval.expiresAt, now, screen)],
      ...runs,
      ...suggestions.map(({ id, label }) => [`always ${id}`, label] as const),
    ],
    screen,
  );
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
      { title: "runs", value: (approval) => describeWhatRuns(approval) ?? "-", shrinks: true },
      { title: "agent", value: ({ agent, principal }) => `${agent} of ${principal}`, shrinks: true },
      { title: "until", value: (approval) => renderTime(approval.expiresAt, now, screen) },
    ],
    approvals,
    screen,
  );
}
