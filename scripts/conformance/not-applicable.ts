import type { Leg } from "./legs.ts";

const NO_PROMPTS = "Toolgate declares no prompts of its own: those of upstream servers are in the other column";
const NO_RESOURCES =
  "Toolgate has no resources at addresses of others: those of upstream servers are in the other column";

const DIRECT: readonly (readonly [start: string, reason: string])[] = [
  ["prompts-get", NO_PROMPTS],
  ["completion-complete", NO_PROMPTS],
  ["input-required-result-non-tool-request", NO_PROMPTS],
  ["resources-read", NO_RESOURCES],
  ["resources-templates-read", NO_RESOURCES],
  ["resources-subscribe", NO_RESOURCES],
  ["resources-unsubscribe", NO_RESOURCES],
];

/** Why a scenario has nothing to say about a leg; `null`: it has. */
export function findNotApplicable(leg: Leg, scenario: string): string | null {
  if (leg !== "direct") return null;
  return DIRECT.find(([start]) => scenario.startsWith(start))?.[1] ?? null;
}
