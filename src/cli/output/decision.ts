import type { Decision, Verdict } from "../../model/decision.ts";
import { escapeLine } from "./text/escape.ts";
import type { Colors, Screen } from "./screen.ts";
import { wrapText } from "./wrap-text.ts";

/** The decision and its code on one line, its reasons below. */
export function renderDecision(decision: Decision, screen: Screen): string {
  const head = `${paintVerdict(decision.effect, screen.colors)}  ${decision.code}`;
  return [head, ...decision.reasons.map((reason) => `  ${wrapText(escapeLine(reason), screen.width, 2)}`)]
    .map((line) => `${line}\n`)
    .join("");
}

/** The word, padded to `width`, in the colour that it has everywhere. */
export function paintVerdict(verdict: Verdict, colors: Colors, width = 0): string {
  const text = verdict.padEnd(width);
  return { allow: colors.green, ask: colors.yellow, deny: colors.red }[verdict](text);
}
