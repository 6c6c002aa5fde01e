import { APPROVALS_PATH } from "../../../approval/browser/approval-page.ts";

/** Which page is meant. */
export type PagePath =
  /** `isGoingOn`: our own page led here, and does not lead on again. */
  | { readonly kind: "list"; readonly isGoingOn: boolean }
  | { readonly kind: "question"; readonly id: string; readonly isGoingOn: boolean }
  /** `id`: the question that comes after. */
  | { readonly kind: "login"; readonly code: string; readonly id: string | null }
  | { readonly kind: "logout" };

const QUESTION = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\/?)$/;
const LOGIN = /^\/login\/([A-Za-z0-9_.-]{1,200})(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/;

/** `null`: none of ours. No address here has a query: what stands there is kept by logs and proxies. */
export function parsePath(url: string): PagePath | null {
  if (!url.startsWith(APPROVALS_PATH)) return null;
  const rest = url.slice(APPROVALS_PATH.length);
  if (rest === "" || rest === "/") return { kind: "list", isGoingOn: rest === "/" };
  if (rest === "/logout") return { kind: "logout" };
  const [, id, slash] = QUESTION.exec(rest) ?? [];
  if (id !== undefined) return { kind: "question", id, isGoingOn: slash === "/" };
  const [, code, after = null] = LOGIN.exec(rest) ?? [];
  return code === undefined ? null : { kind: "login", code, id: after };
}
