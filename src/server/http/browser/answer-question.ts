import type { IncomingMessage } from "node:http";
import type { Runtime } from "../../../call/runtime.ts";
import { APPROVALS_PATH } from "../../../approval/browser/approval-page.ts";
import { readBody } from "../read-body.ts";
import type { BrowserSession } from "./browser-sessions.ts";
import { LOGOUT } from "./show-pages.ts";
import { renderMessage } from "./pages/render-message.ts";
import { readAnswerForm } from "./read-answer-form.ts";
import { redirect, respondPage } from "./respond.ts";

const MAX_FORM_BYTES = 16 * 1024;

/** Reads a form of this session and purpose; a `Response` says what is wrong with it. */
export async function readOwnForm(
  incoming: IncomingMessage,
  session: BrowserSession,
  purpose: string,
): Promise<URLSearchParams | Response> {
  const bytes = await readBody(incoming, MAX_FORM_BYTES);
  const form = new URLSearchParams(typeof bytes === "string" ? "" : bytes.toString("utf8"));
  if (session.isToken(purpose, form.get("token") ?? "")) return form;
  const text = "The form was not made for this login; open the page again and answer there.";
  return respondPage(403, renderMessage("Not taken", text, session.token(LOGOUT)));
}

/** Answers a question as the person who has logged in, by the way that every answer goes. */
export async function answerQuestion(
  { control }: Pick<Runtime, "control">,
  incoming: IncomingMessage,
  { id, session }: { readonly id: string; readonly session: BrowserSession },
): Promise<Response> {
  const form = await readOwnForm(incoming, session, id);
  if (form instanceof Response) return form;
  const given = readAnswerForm(form, new Date());
  const logout = session.token(LOGOUT);
  if (given === null) {
    return respondPage(400, renderMessage("Not taken", "The form says neither yes nor no; answer again.", logout));
  }
  const { verdict, reason, wish } = given;
  const result = await control.answer(id, verdict, session.person, reason, wish);
  if (result.ok) return redirect(`${APPROVALS_PATH}/${id}`);
  const status = result.code === "UNKNOWN" ? 404 : result.code === "NOT_APPROVER" ? 403 : 409;
  return respondPage(status, renderMessage("Not taken", `${result.message}.`, logout));
}
