import type { Facts } from "../../model/facts.ts";
import type { LimitKey } from "../../storage/repositories.ts";
import type { Policy, PolicyAnswer, PolicyRequest } from "../policy.ts";
import { describeFullLimit } from "./describe-full-limit.ts";
import { toLimitKeys } from "./to-limit-keys.ts";

const SOURCE = { source: "limits", verdict: "deny" } as const;

/**
 * What limits deny: a window, a day or a number at once that is used up, and calls nested too deeply. Judging takes no
 * place; that happens with the intent.
 */
export function judgeLimits(
  { limits = [], maxDepth = null }: Policy,
  request: PolicyRequest,
  facts: Facts,
): readonly PolicyAnswer[] {
  const full = toLimitKeys(limits, request).flatMap((key) => judgeLimit(key, facts));
  return [...judgeDepth(request, maxDepth), ...full];
}

function judgeLimit(key: LimitKey, { limits, now, lexical }: Facts): readonly PolicyAnswer[] {
  const fact = limits.get(key.id);
  if (fact === undefined) {
    // Offline nothing was counted; anywhere else, nobody knows whether there is room.
    if (lexical) return [];
    return [{ ...SOURCE, code: "DENIED_BROKEN", reason: `nobody looked how much of limit \`${key.id}\` is used` }];
  }
  const full = describeFullLimit(key, fact, now);
  if (full === null) return [];
  const { message, ...retry } = full;
  return [{ ...SOURCE, code: "DENIED_LIMIT", reason: message, ...retry }];
}

function judgeDepth({ call }: PolicyRequest, maxDepth: number | null): readonly PolicyAnswer[] {
  if (call === undefined || maxDepth === null || call.depth <= maxDepth) return [];
  const reason =
    `calls and agents are nested ${call.depth}/${maxDepth} deep: ` +
    "do the work here, or hand it back to whoever started this, instead of passing it on";
  return [{ ...SOURCE, code: "DENIED_LIMIT", reason }];
}
