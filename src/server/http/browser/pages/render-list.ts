import { APPROVALS_PATH } from "../../../../approval/browser/approval-page.ts";
import { describeWhatRuns } from "../../../../approval/question/list-fields.ts";
import type { Approval } from "../../../../storage/repositories.ts";
import { html } from "../html.ts";
import type { Html } from "../html.ts";
import { renderTimeLeft } from "./render-time-left.ts";

/** More than this of a command line is for the page of the question itself. */
const MOST_SHOWN = 300;

/** Every call that waits for a human, with links to their pages. */
export function renderList(pending: readonly Approval[], now: Date): Html {
  if (pending.length === 0) {
    return html`<p class="box">No call waits for a human.</p>
      <p><a href="${APPROVALS_PATH}">Look again</a></p>`;
  }
  return html`<ul class="cards">
      ${pending.map((approval) => renderCard(approval, now))}
    </ul>
    <p><a href="${APPROVALS_PATH}">Look again</a></p>`;
}

function renderCard(approval: Approval, now: Date): Html {
  const runs = describeWhatRuns(approval) ?? "";
  const shown = runs.length > MOST_SHOWN ? `${runs.slice(0, MOST_SHOWN)}…` : runs;
  const { id, tool, agent, principal, expiresAt } = approval;
  return html`<li class="box">
    <a href="${APPROVALS_PATH}/${id}"><strong>${tool}</strong></a>
    <p><code>${shown}</code></p>
    <p class="quiet">asked by ${agent} of ${principal}; ${renderTimeLeft(expiresAt, now)}</p>
  </li>`;
}
