import type { LimitFact } from "../../model/facts.ts";
import type { LimitKey } from "../../storage/repositories.ts";
import { showText } from "../../text/show-text.ts";
import { renderSpan } from "./render-span.ts";

export interface FullLimit {
  /** Says how many of how many, what is counted together, and when to try again. */
  readonly message: string;
  /** Milliseconds; absent where only the end of a call makes room. */
  readonly retryAfterMs?: number;
}

/** Why a limit lets no further call through; `null`: it does. */
export function describeFullLimit(key: LimitKey, { used, freeAt }: LimitFact, now: number): FullLimit | null {
  if (used < key.max) return null;
  const what = `limit \`${showText(key.id)}\` is used up: ${used}/${key.max} calls ${describeKind(key)}${describeKey(key)}`;
  if (freeAt === null) return { message: `${what}; try again when one of them has ended` };
  const retryAfterMs = Math.max(1, Math.ceil(freeAt - now));
  return { message: `${what}; try again in ${renderSpan(retryAfterMs)}`, retryAfterMs };
}

function describeKind({ kind, windowMs }: LimitKey): string {
  if (kind === "rate") return `within ${renderSpan(windowMs)}`;
  return kind === "daily" ? "since midnight UTC" : "at once";
}

function describeKey({ key }: LimitKey): string {
  const parts = JSON.parse(key) as readonly string[];
  return parts.length === 0 ? "" : ` of ${parts.map((part) => showText(part)).join(", ")}`;
}
