import type { Runtime } from "../../../call/runtime.ts";
import type { BrowserSession } from "./browser-sessions.ts";
import { layout } from "./pages/layout.ts";
import { renderList } from "./pages/render-list.ts";
import { renderMessage } from "./pages/render-message.ts";
import { renderQuestion } from "./pages/render-question.ts";
import { respondPage } from "./respond.ts";

type Control = Pick<Runtime, "control">;

/** The purpose of the form that logs out; no id of a question is like it. */
export const LOGOUT = "logout";

export async function showList({ control }: Control, session: BrowserSession): Promise<Response> {
  const pending = await control.approvals.listPending();
  const own = pending.filter(({ tenant }) => tenant === session.person.tenant);
  const title = own.length === 0 ? "Calls that wait" : `Calls that wait (${own.length})`;
  return respondPage(200, layout({ title, body: renderList(own, new Date()), logout: session.token(LOGOUT) }));
}

export async function showQuestion({ control }: Control, session: BrowserSession, id: string): Promise<Response> {
  const approval = await control.approvals.get(id);
  const logout = session.token(LOGOUT);
  if (approval?.tenant !== session.person.tenant) {
    const text = "There is no such question here. The link may be incomplete, or of another gateway.";
    return respondPage(404, renderMessage("Nothing here", text, logout));
  }
  const title = approval.state === "pending" ? `May ${approval.tool} run?` : approval.tool;
  return respondPage(200, layout({ title, body: renderQuestion(approval, new Date(), session.token(id)), logout }));
}
