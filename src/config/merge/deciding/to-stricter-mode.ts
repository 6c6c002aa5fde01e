import type { Mode } from "../../../policy/policy.ts";

/** From the strictest: in `dontAsk` nobody is asked, so less runs than in `default`. */
const STRICTNESS: readonly Mode[] = ["plan", "dontAsk", "default", "acceptEdits", "autonomous"];

/** Of two modes, with whatever is said beside them, the one in which less runs; the first where they are the same. */
export function toStricterMode<Choice extends { readonly mode: Mode }>(one: Choice, other: Choice): Choice {
  return STRICTNESS.indexOf(other.mode) < STRICTNESS.indexOf(one.mode) ? other : one;
}
