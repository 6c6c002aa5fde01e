import type { GrantWish } from "../../../call/runtime.ts";

/** Where rules of an answer hold, as the form says it. */
export const SCOPES: Readonly<Record<GrantWish["scope"], string>> = {
  session: "in this session",
  project: "in this workspace",
  user: "everywhere",
};

const HOUR_MS = 3_600_000;

/** How long they do; `ms` `null`: until somebody revokes them. */
export const LASTS: Readonly<Record<string, { readonly label: string; readonly ms: number | null }>> = {
  hour: { label: "one hour", ms: HOUR_MS },
  day: { label: "8 hours", ms: 8 * HOUR_MS },
  revoked: { label: "until it is revoked", ms: null },
};

export interface FormAnswer {
  readonly verdict: "approve" | "deny";
  readonly reason: string | null;
  /** `undefined`: this call alone. */
  readonly wish: GrantWish | undefined;
}

const MOST_REASON = 1_000;

/** What a form of a question says; `null`: no form of ours says that. */
export function readAnswerForm(form: URLSearchParams, now: Date): FormAnswer | null {
  const reason = (form.get("reason") ?? "").trim().slice(0, MOST_REASON);
  switch (form.get("verdict")) {
    case "approve":
      return { verdict: "approve", reason: null, wish: undefined };
    case "deny":
      return { verdict: "deny", reason: reason === "" ? null : reason, wish: undefined };
    case "always": {
      const wish = readWish(form, now);
      return wish === null ? null : { verdict: "approve", reason: null, wish };
    }
    default:
      return null;
  }
}

function readWish(form: URLSearchParams, now: Date): GrantWish | null {
  const suggestion = form.get("suggestion");
  const scope = form.get("scope") ?? "";
  const lasts = form.get("lasts") ?? "";
  const chosen = Object.hasOwn(LASTS, lasts) ? LASTS[lasts] : undefined;
  if (suggestion === null || chosen === undefined || !isScope(scope)) return null;
  const expiresAt = chosen.ms === null ? null : new Date(now.getTime() + chosen.ms).toISOString();
  return { what: { suggestion }, scope, expiresAt };
}

function isScope(text: string): text is GrantWish["scope"] {
  return Object.hasOwn(SCOPES, text);
}
