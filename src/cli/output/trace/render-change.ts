import type { RuleSuggestion } from "../../../model/approval.ts";
import type { Decision, DecisionCode } from "../../../model/decision.ts";
import type { Screen } from "../screen.ts";
import { escapeLine } from "../text/escape.ts";
import { quoteArguments } from "../../../text/quote-arguments.ts";
import { renderDuration } from "../../../text/render-duration.ts";
import { wrapText } from "../wrap-text.ts";

const MOST_SUGGESTIONS = 2;

/** What a person would have to change for the call to run unasked; `""` where nothing they should. */
export function renderChange(decision: Decision, suggestions: readonly RuleSuggestion[], screen: Screen): string {
  if (decision.effect === "allow") return "";
  if (suggestions.length > 0)
    return suggestions
      .slice(0, MOST_SUGGESTIONS)
      .map((one) => renderRules(one, screen))
      .join("");
  const text = decision.retryAfterMs === undefined ? WORDS[decision.code] : toWait(decision.retryAfterMs);
  return text === undefined ? "" : `${screen.colors.dim(wrapText(text, screen.width, 0))}\n`;
}

/** A command is never broken over lines: it is there to be copied. */
function renderRules({ rules, label }: RuleSuggestion, { colors, width }: Screen): string {
  const commands = rules.map((rule) => `  ${quoteArguments(["toolgate", "rules", "add", "allow", rule])}\n`);
  return `${colors.dim(wrapText(`to let ${escapeLine(label)} run unasked:`, width, 0))}\n${commands.join("")}`;
}

function toWait(retryAfterMs: number): string {
  return `The same call can be made again in ${renderDuration(retryAfterMs)}.`;
}

/** Packs and breakers are not here: there is nothing that should be changed for them. */
const WORDS: Readonly<Partial<Record<DecisionCode, string>>> = {
  ASK_RULE: "Only without that ask rule would it run unasked: what asks wins over what allows.",
  ASK_HUMAN_APPROVAL: "No rule changes that: the tool's own definition asks before every call.",
  ASK_BY_DEFAULT: "A human can let this one call through when it asks; no rule is suggested for calls like it.",
  DENIED_BY_RULE: "Only without that deny rule could it run: what denies wins over everything else.",
  DENIED_BY_MODE: "`toolgate mode` says who set the mode, and sets another one.",
  DENIED_HEADLESS: "Nobody can be asked here; a rule could allow it beforehand with `toolgate rules add allow`.",
  DENIED_PAUSED: "`toolgate resume` ends the pause.",
  DENIED_BROKEN: "`toolgate validate` says what is wrong with the configuration.",
};
