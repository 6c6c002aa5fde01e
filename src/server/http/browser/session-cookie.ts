import { APPROVALS_PATH } from "../../../approval/browser/approval-page.ts";
import { SESSION_MS } from "./browser-sessions.ts";

/** The cookie of one gateway. Browsers give those of one port to all ports of a host, so its name has the port. */
export interface SessionCookie {
  /** What the browser sent, or `null`. */
  read(header: string | undefined): string | null;
  render(id: string): string;
  renderGone(): string;
}

/** @param base such as `http://127.0.0.1:4815`; over https the cookie is never sent otherwise */
export function createSessionCookie(base: string, port: number): SessionCookie {
  const isSecure = base.startsWith("https:");
  // With the prefix nobody puts one there in the clear. `__Host-` would have it sent to every path.
  const name = `${isSecure ? "__Secure-" : ""}toolgate_approvals_${port}`;
  const secure = isSecure ? "; Secure" : "";
  const rest = `; Path=${APPROVALS_PATH}; HttpOnly; SameSite=Strict${secure}`;
  return {
    read(header = "") {
      const own = header.split(/; */).filter((pair) => pair.startsWith(`${name}=`));
      const [only] = own;
      // Two of them: one was put there by somebody else, and nobody knows which.
      return only === undefined || own.length > 1 ? null : only.slice(name.length + 1);
    },
    render: (id) => `${name}=${id}${rest}; Max-Age=${SESSION_MS / 1000}`,
    renderGone: () => `${name}=${rest}; Max-Age=0`,
  };
}
