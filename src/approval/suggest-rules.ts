import type { RuleSuggestion } from "../model/approval.ts";
import { findObstacle } from "./grants/find-obstacle.ts";
import type { AskedRequest } from "./grants/stored-request.ts";
import { suggestForCommands } from "./grants/suggest-for-commands.ts";
import { suggestForPlace } from "./grants/suggest-for-place.ts";

/** Rules without an id, narrowest first. */
export type Draft = Pick<RuleSuggestion, "rules" | "label">;

/** Whether the call would have been let through with these rules, as written, beside the ones there are. */
export type Covers = (rules: readonly string[]) => boolean;

/** Most rules that one yes may add. */
export const MOST_RULES = 5;

/**
 * What a human may allow from now on with their yes, narrowest first. Made from the checked call alone, never from texts
 * of an agent, and each of them would have let this very call through. Empty: only this one call can be allowed.
 */
export function suggestRules(asked: AskedRequest, covers: Covers): readonly RuleSuggestion[] {
  if (findObstacle(asked) !== null) return [];
  const seen = new Set<string>();
  return listDrafts(asked, covers)
    .filter(({ rules }) => rules.length > 0 && rules.length <= MOST_RULES && covers(rules))
    .filter(({ rules }) => !seen.has(rules.join("\n")) && seen.add(rules.join("\n")))
    .map((draft, index) => ({ id: String(index + 1), ...draft }));
}

function listDrafts(asked: AskedRequest, covers: Covers): readonly Draft[] {
  const { tool, call } = asked.request;
  const specifier = call?.specifier ?? null;
  if (specifier === null) return [{ rules: [tool.name], label: `every call of ${tool.name}` }];
  if (!specifier.ok) return [];
  const [only, ...others] = specifier.values;
  const isWhole = only !== undefined && others.length === 0 && only.text !== "";
  if (isWhole && only.kind === "shell") return suggestForCommands(tool.name, only.line, covers);
  if (specifier.values.some(({ kind }) => kind === "shell")) return [];
  return suggestForPlace(tool.name, isWhole ? only : null, specifier.text, asked.facts);
}
