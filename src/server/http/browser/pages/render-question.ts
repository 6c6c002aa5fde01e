import { listFields } from "../../../../approval/question/list-fields.ts";
import type { Approval } from "../../../../storage/repositories.ts";
import type { Field } from "../../../../text/plan-fields.ts";
import { html, lines } from "../html.ts";
import type { Html } from "../html.ts";
import { renderAnswerForms } from "./render-answer-forms.ts";
import { renderState } from "./render-state.ts";
import { renderTimeLeft } from "./render-time-left.ts";

/** One question: who wants what, exactly what would run, and how it can be answered. */
export function renderQuestion(approval: Approval, now: Date, token: string): Html {
  const { about, runs, values } = listFields(approval, Number.POSITIVE_INFINITY);
  const isOpen = approval.state === "pending" && Date.parse(approval.expiresAt) > now.getTime();
  return html`${isOpen ? html`<p class="quiet">${renderTimeLeft(approval.expiresAt, now)}</p>` : renderState(approval)}
    <h2>Who asks, and why</h2>
    ${renderFields(about)}
    <h2>What would run</h2>
    <div class="box">${renderFields(runs)}</div>
    ${
      values.length === 0
        ? null
        : html`<h2>Its arguments, one by one</h2>
            ${values.map(renderValue)}`
    }
    ${isOpen ? renderAnswerForms(approval, token) : null}`;
}

function renderFields(fields: readonly Field[]): Html {
  const shown = fields.map(([name, value]) =>
    value === null
      ? null
      : html`<dt>${name.trim()}</dt>
          <dd><code>${value}</code></dd> `,
  );
  return html`<dl>${shown}</dl>`;
}

function renderValue([name, value]: Field): Html {
  return html`<p class="quiet">${name}</p>
    <div class="box"><pre>${lines(value ?? "")}</pre></div>`;
}
