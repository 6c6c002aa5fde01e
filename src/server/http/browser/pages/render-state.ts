import type { Approval } from "../../../../storage/repositories.ts";
import { html } from "../html.ts";
import type { Html } from "../html.ts";

/** What became of a question that nobody can answer any more. */
export function renderState({ state, answer, expiresAt }: Approval): Html {
  if (answer !== null) {
    const isYes = answer.verdict === "approve";
    const reason = answer.reason === null ? "" : `: ${answer.reason}`;
    const rules = answer.grant?.rules ?? [];
    return html`<div class="note ${isYes ? "yes" : "no"}" role="status">
      <p>
        <strong>${isYes ? "Approved" : "Denied"}</strong> by ${answer.by} at
        <time datetime="${answer.at}">${answer.at}</time>${reason}
      </p>
      ${isYes && state === "approved" ? html`<p>The call runs once.</p>` : null}
      ${rules.length === 0 ? null : html`<p>Allowed from now on: ${rules.map((rule) => html`<br /><code>${rule}</code>`)}</p>`}
    </div>`;
  }
  const text =
    state === "cancelled"
      ? "The call that asked has ended; there is nothing to answer any more."
      : `Nobody answered in time: it was over at ${expiresAt}. The agent has to call again.`;
  return html`<p class="note no" role="status">${text}</p>`;
}
