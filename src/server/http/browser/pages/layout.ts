import { APPROVALS_PATH } from "../../../../approval/browser/approval-page.ts";
import { Html, html } from "../html.ts";
import type { HtmlPart } from "../html.ts";
import { STYLE } from "./style.ts";

export interface PageParts {
  readonly title: string;
  readonly body: HtmlPart;
  /** Of the form that logs out; `null`: nobody has logged in. */
  readonly logout: string | null;
  /** Where the browser goes on at once. @default nowhere */
  readonly goOn?: string;
}

/** Our own text, which is not escaped. */
const STYLE_SHEET = new Html(`<style>${STYLE}</style>`);

/** What every page has around it. */
export function layout({ title, body, logout, goOn }: PageParts): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${goOn === undefined ? null : html`<meta http-equiv="refresh" content="0; url=${goOn}" />`}
        <title>${title} - Toolgate</title>
        ${STYLE_SHEET}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <p><strong>Toolgate</strong></p>
          ${logout === null ? null : renderNavigation(logout)}
        </header>
        <main id="main">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
}

function renderNavigation(logout: string): Html {
  return html`<nav aria-label="Pages">
    <a href="${APPROVALS_PATH}">Calls that wait</a>
    <form method="post" action="${APPROVALS_PATH}/logout">
      <input type="hidden" name="token" value="${logout}" />
      <button type="submit">Log out</button>
    </form>
  </nav>`;
}
