import type { IncomingMessage } from "node:http";
import { APPROVALS_PATH } from "../../../approval/browser/approval-page.ts";
import type { Runtime } from "../../../call/runtime.ts";
import type { ServedPage } from "../../../control/browser/browser-control.ts";
import { answerQuestion, readOwnForm } from "./answer-question.ts";
import type { BrowserSession, BrowserSessions } from "./browser-sessions.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import { isFromElsewhere, isNavigation, isOwnForm } from "./check-request.ts";
import { findPeer } from "./find-peer.ts";
import { parsePath } from "./parse-path.ts";
import type { PagePath } from "./parse-path.ts";
import { renderGoOn, renderLogin, renderMessage } from "./pages/render-message.ts";
import { redirect, respondPage } from "./respond.ts";
import { createSessionCookie } from "./session-cookie.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { LOGOUT, showList, showQuestion } from "./show-pages.ts";

/** What people see who answer in a browser: everything below `/approvals`. */
export interface BrowserPages {
  /** Serves one request whose `Host` and `Origin` have been checked. */
  serve(incoming: IncomingMessage): Promise<Response>;
}

export interface BrowserPagesOptions {
  readonly page: ServedPage;
  /** As browsers reach it, such as `http://127.0.0.1:4815`. */
  readonly base: string;
  readonly port: number;
}

/** The only credential here is a cookie that a one-time link gave: a token of an agent opens nothing, whatever its roles. */
export function createBrowserPages(runtime: Runtime, { page, base, port }: BrowserPagesOptions): BrowserPages {
  const sessions = createBrowserSessions();
  const { host: ownHost, protocol } = new URL(base);
  // Behind a proxy everybody is the proxy, which may be several.
  const peerOf: Parts["peerOf"] = ({ socket }) => (protocol === "http:" ? findPeer(socket) : Promise.resolve("proxy"));
  const parts: Parts = { runtime, page, sessions, cookie: createSessionCookie(base, port), peerOf };
  return {
    async serve(incoming) {
      const path = parsePath(incoming.url ?? "");
      const isElsewhere = protocol === "http:" && incoming.headers.host?.toLowerCase() !== ownHost;
      if (path === null) return nothingHere();
      if (incoming.method === "GET") {
        if (!isNavigation(incoming)) return respondPage(403, renderMessage("Not shown", AS_A_PAGE, null));
        // A cookie is for one name of this machine.
        return isElsewhere ? redirect(`${base}${incoming.url ?? ""}`) : get(incoming, path, parts);
      }
      if (incoming.method !== "POST") return respondPage(405, renderMessage("Not taken", METHODS, null), ALLOW);
      if (isElsewhere || !isOwnForm(incoming)) return respondPage(403, renderMessage("Not taken", NOT_OURS, null));
      return post(incoming, path, parts);
    },
  };
}

const AS_A_PAGE = "This opens in a window of its own, not inside of another page and not ahead of time.";
const METHODS = "Pages are read with GET, and forms are sent with POST.";
const ALLOW = { allow: "GET, POST" };
const NOT_OURS = "Only the forms of this page are taken, sent by the browser that shows them.";

interface Parts {
  readonly runtime: Runtime;
  readonly page: ServedPage;
  readonly sessions: BrowserSessions;
  readonly cookie: SessionCookie;
  /** Who sends a request; `null`: that cannot be told, and then nobody is logged in. */
  readonly peerOf: (incoming: IncomingMessage) => Promise<string | null>;
}

async function findSession(incoming: IncomingMessage, parts: Parts): Promise<BrowserSession | null> {
  const id = parts.cookie.read(incoming.headers.cookie);
  return id === null ? null : parts.sessions.find(id, await parts.peerOf(incoming));
}

async function get(incoming: IncomingMessage, path: PagePath, parts: Parts): Promise<Response> {
  if (path.kind === "login") return logIn(incoming, path, parts);
  if (path.kind === "logout") return redirect(APPROVALS_PATH);
  const session = await findSession(incoming, parts);
  if (session !== null) {
    return path.kind === "list" ? showList(parts.runtime, session) : showQuestion(parts.runtime, session, path.id);
  }
  if (isFromElsewhere(incoming) && !path.isGoingOn) return respondPage(200, renderGoOn(`${toPath(path)}/`));
  // Whether there is such a question is nothing for whoever has not logged in.
  return respondPage(403, renderLogin(null, path.kind === "question" ? path.id : null));
}

async function logIn(
  incoming: IncomingMessage,
  { code, id }: Extract<PagePath, { kind: "login" }>,
  parts: Parts,
): Promise<Response> {
  const peer = await parts.peerOf(incoming);
  const person = peer === null ? null : await parts.page.logIn(code);
  if (peer === null || person === null) {
    const problem =
      "This link is not good any more: it was used already, its two minutes are over, or the gateway was started anew.";
    return respondPage(403, renderLogin(problem, id));
  }
  (await findSession(incoming, parts))?.end();
  const opened = parts.sessions.open(person, peer);
  const to = id === null ? APPROVALS_PATH : `${APPROVALS_PATH}/${id}`;
  return redirect(to, { "set-cookie": parts.cookie.render(opened) });
}

async function post(incoming: IncomingMessage, path: PagePath, parts: Parts): Promise<Response> {
  const session = await findSession(incoming, parts);
  if (path.kind !== "question" && path.kind !== "logout") return nothingHere();
  if (session === null) {
    const problem = "The login is over, so nothing was answered.";
    return respondPage(403, renderLogin(problem, path.kind === "question" ? path.id : null));
  }
  if (path.kind === "question") return answerQuestion(parts.runtime, incoming, { id: path.id, session });
  const form = await readOwnForm(incoming, session, LOGOUT);
  if (form instanceof Response) return form;
  session.end();
  return redirect(APPROVALS_PATH, { "set-cookie": parts.cookie.renderGone() });
}

function toPath(path: Extract<PagePath, { kind: "list" | "question" }>): string {
  return path.kind === "list" ? APPROVALS_PATH : `${APPROVALS_PATH}/${path.id}`;
}

function nothingHere(): Response {
  return respondPage(404, renderMessage("Nothing here", "There is no such page. Approvals are at /approvals.", null));
}
