import { APPROVALS_PATH } from "../../../../approval/browser/approval-page.ts";
import { readQuestion } from "../../../../approval/question/read-question.ts";
import type { RuleSuggestion } from "../../../../model/approval.ts";
import type { Approval } from "../../../../storage/repositories.ts";
import { html } from "../html.ts";
import type { Html } from "../html.ts";
import { LASTS, SCOPES } from "../read-answer-form.ts";

/** A form for each way to answer, the narrowest first. */
export function renderAnswerForms(approval: Approval, token: string): Html {
  const { suggestions } = readQuestion(approval);
  const form = (content: Html): Html =>
    html`<form class="answer" method="post" action="${APPROVALS_PATH}/${approval.id}">
      <input type="hidden" name="token" value="${token}" />
      ${content}
    </form>`;
  return html`<h2>Your answer</h2>
    ${form(APPROVE)} ${form(DENY)} ${suggestions.length === 0 ? ONLY_ONCE : renderLasting(form, suggestions)}`;
}

const APPROVE: Html = html`<button class="approve" name="verdict" value="approve">Approve once</button>`;

const DENY: Html = html`<label for="reason">
    Why not? The model is told. <span class="quiet">(may be left empty)</span>
  </label>
  <textarea id="reason" name="reason" maxlength="1000"></textarea>
  <button class="deny" name="verdict" value="deny">Deny</button>`;

const ONLY_ONCE: Html = html`<p class="quiet">
  Only this one call can be allowed: nothing lasting can follow from it.
</p>`;

function renderLasting(form: (content: Html) => Html, suggestions: readonly RuleSuggestion[]): Html {
  const lasts = Object.entries(LASTS).map(([value, { label }]) => renderOption([value, label]));
  const content = html`<fieldset>
      <legend>What is allowed from now on</legend>
      ${suggestions.map(renderSuggestion)}
    </fieldset>
    <div class="row">
      <label for="scope">Where</label>
      <select id="scope" name="scope">
        ${Object.entries(SCOPES).map(renderOption)}
      </select>
      <label for="lasts">How long</label>
      <select id="lasts" name="lasts">
        ${lasts}
      </select>
    </div>
    <button class="approve" name="verdict" value="always">Approve, and allow from now on</button>`;
  return html`<details>
    <summary>Approve, and allow such calls from now on</summary>
    ${form(content)}
  </details>`;
}

function renderSuggestion({ id, label, rules }: RuleSuggestion, index: number): Html {
  const field = `suggestion-${id}`;
  const isFirst = index === 0;
  const input = isFirst
    ? html`<input type="radio" id="${field}" name="suggestion" value="${id}" checked />`
    : html`<input type="radio" id="${field}" name="suggestion" value="${id}" />`;
  const written = rules.map((rule) => html`<br /><code>${rule}</code>`);
  return html`<div class="choice">
    ${input}<label for="${field}">${label}<span class="quiet">${written}</span></label>
  </div>`;
}

function renderOption([value, label]: readonly [string, string]): Html {
  return html`<option value="${value}">${label}</option>`;
}
