import type { Caller } from "../../model/caller.ts";
import type { StoredAccessRequest } from "../../storage/upstream-repositories.ts";
import { showText } from "../../text/show-text.ts";
import type { AccessRefusal } from "./access-control.ts";

type Asked = Pick<StoredAccessRequest, "subject" | "requestedWith">;

/**
 * May `by` review the request? It takes the role `approver` or `admin`; not the credential that asked, and nobody who would
 * get what was asked for. For a person alone the role `admin` is enough, which may give any grant without being asked.
 */
export function judgeReviewer({ subject, requestedWith }: Asked, by: Caller): AccessRefusal | null {
  const isAdmin = by.roles.includes("admin");
  if (!isAdmin && !by.roles.includes("approver")) {
    const has = by.roles.join(", ") || "no role";
    return refuse("NOT_REVIEWER", `reviewing needs the role \`approver\`; ${showText(by.credential)} has ${has}`);
  }
  if (requestedWith === by.credential) return refuse("OWN_REQUEST", "the credential that asked cannot review it");
  const isOwn = subject.kind === "agent" ? subject.name === by.agent : subject.name === by.principal && !isAdmin;
  return isOwn
    ? refuse("OWN_REQUEST", `${subject.kind} \`${showText(subject.name)}\` would review its own request`)
    : null;
}

function refuse(code: AccessRefusal["code"], message: string): AccessRefusal {
  return { ok: false, code, message, hint: "somebody else reviews it, with the approver key or an approver token" };
}
