import { renderDuration } from "../../../../text/render-duration.ts";
import { html } from "../html.ts";
import type { Html } from "../html.ts";

/** How long somebody may still answer, as it was when the page was made. */
export function renderTimeLeft(expiresAt: string, now: Date): Html {
  const left = Date.parse(expiresAt) - now.getTime();
  const text = left > 0 ? `can be answered for ${renderDuration(Math.max(left, 1000))}` : "its time is over";
  return html`<time datetime="${expiresAt}">${text}</time>`;
}
