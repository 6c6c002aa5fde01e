import { matchScope } from "../scope/match-scope.ts";
import type { ParamContext, ParamResult } from "./param-type.ts";
import { refuse } from "./refuse.ts";
import { showValue } from "./show-value.ts";

/** The last check of every target: a well-formed `text` is accepted when the scope covers it. */
export function acceptInScope(param: string, text: string, context: ParamContext): ParamResult {
  if (context.scope === null) {
    if (!context.scopeRequired) return { ok: true, value: text, text };
    return refuse(param, "out_of_scope", "Scope check failed: there is no scope file, so no target may be reached.");
  }
  const match = matchScope(text, context.scope);
  if (match.inScope) return { ok: true, value: text, text };
  return refuse(param, "out_of_scope", `Scope check failed for ${showValue(text)}: ${match.reason}.`);
}
