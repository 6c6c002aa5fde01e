import type { Decision, DecisionStep, Verdict } from "../../model/decision.ts";
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

/** The same, followed by what every part of the policy said, in order. */
export function renderTrace(decision: Decision, screen: Screen): string {
  const width = Math.max(0, ...decision.trace.map((step) => step.source.length));
  const last = decision.trace.length - 1;
  const steps = decision.trace.map((step, at) => renderStep(step, { width, isLast: at === last, screen }));
  return `${renderDecision(decision, screen)}\n${steps.join("")}`;
}

function renderStep(
  { source, verdict, reason }: DecisionStep,
  { width, isLast, screen }: { width: number; isLast: boolean; screen: Screen },
): string {
  const { colors } = screen;
  const branch = colors.dim(isLast ? "└─" : "├─");
  const name = escapeLine(source).padEnd(width);
  const answer = verdict === "none" ? colors.dim("-".padEnd(5)) : paintVerdict(verdict, colors, 5);
  // Branch, name and answer with the gaps between them.
  const why = wrapText(escapeLine(reason), screen.width, width + 12);
  return `${branch} ${name}  ${answer}  ${colors.dim(why)}\n`;
}

/** The word, padded to `width`, in the colour that it has everywhere. */
export function paintVerdict(verdict: Verdict, colors: Colors, width = 0): string {
  const text = verdict.padEnd(width);
  return { allow: colors.green, ask: colors.yellow, deny: colors.red }[verdict](text);
}
