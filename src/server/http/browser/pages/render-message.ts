import { APPROVALS_PATH } from "../../../../approval/browser/approval-page.ts";
import { html } from "../html.ts";
import type { Html } from "../html.ts";
import { layout } from "./layout.ts";

/** A page that says what went wrong, and what to do. */
export function renderMessage(title: string, text: string, logout: string | null): Html {
  const back = logout === null ? null : html`<p><a href="${APPROVALS_PATH}">To the calls that wait</a></p>`;
  return layout({
    title,
    body: html`<p class="note no" role="alert">${text}</p>
      ${back}`,
    logout,
  });
}

/** Says which command opens the page. @param approvalId the question that was wanted; `null`: none */
export function renderLogin(problem: string | null, approvalId: string | null): Html {
  const command = `toolgate approvals link${approvalId === null ? "" : ` ${approvalId.slice(0, 8)}`}`;
  const body = html`${problem === null ? null : html`<p class="note no" role="alert">${problem}</p>`}
    <p>Answering calls needs a login. On the machine of the gateway, in the folder of the workspace, run</p>
    <pre class="box" tabindex="0">${command}</pre>
    <p>and open the link that it prints. It is good for one login within two minutes; a login lasts half an hour.</p>
    <p class="quiet">
      The call waits on meanwhile. <code>toolgate approvals watch</code> answers it without a browser.
    </p>`;
  return layout({ title: "Log in", body, logout: null });
}

/** Somebody followed a link from elsewhere: browsers send the login only when our own page leads on. */
export function renderGoOn(path: string): Html {
  const body = html`<p>If this page stays: <a href="${path}">go on</a>.</p>`;
  return layout({ title: "One moment", body, logout: null, goOn: path });
}
