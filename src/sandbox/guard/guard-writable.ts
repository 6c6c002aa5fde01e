import type { PlannedSandbox } from "../../model/sandbox.ts";
import type { ConfinedPlace } from "../sandbox.ts";
import { guardRepositories, guardRuleFiles } from "./guard-rule-files.ts";
import type { RuleFileGuard } from "./guard-rule-files.ts";
import { guardStartPlaces } from "./guard-start-places.ts";

export type GuardedPlace = Pick<ConfinedPlace, "guarded" | "repositories" | "starts" | "callId">;

/** Looks for all that cannot be held in place while a program writes. */
export function guardWritable(
  { guarded, repositories = [], starts = [], callId }: GuardedPlace,
  { writable }: Pick<PlannedSandbox, "writable">,
): RuleFileGuard {
  const guards = [
    guardRuleFiles(guarded, callId),
    guardRepositories(repositories, callId),
    guardStartPlaces(starts, writable, callId),
  ];
  return { settle: () => guards.flatMap((guard) => guard.settle()) };
}
