import type { PlannedSandbox } from "../../model/sandbox.ts";
import type { ConfinedPlace } from "../sandbox.ts";
import { guardRuleFiles } from "./guard-rule-files.ts";
import type { RuleFileGuard } from "./guard-rule-files.ts";
import { guardStartPlaces } from "./guard-start-places.ts";

/** Looks for all that cannot be held in place while a program writes. */
export function guardWritable(
  { guarded, starts = [], callId }: Pick<ConfinedPlace, "guarded" | "starts" | "callId">,
  { writable }: Pick<PlannedSandbox, "writable">,
): RuleFileGuard {
  const guards = [guardRuleFiles(guarded, callId), guardStartPlaces(starts, writable, callId)];
  return { settle: () => guards.flatMap((guard) => guard.settle()) };
}
