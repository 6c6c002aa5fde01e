import { DECISION_SOURCES } from "../../../model/decision.ts";
import type { Decision, DecisionSource, DecisionStep } from "../../../model/decision.ts";
import { paintVerdict, renderDecision } from "../decision.ts";
import type { Colors, Screen } from "../screen.ts";
import { escapeLine } from "../text/escape.ts";
import { wrapText } from "../wrap-text.ts";

/**
 * The decision, then what every part of the policy said, as a tree: a command of a line, or a path, with all that was said
 * of it below. `▶` is before what decided.
 */
export function renderTrace(decision: Decision, screen: Screen): string {
  const deciding = findDeciding(decision);
  const parts = DECISION_SOURCES.flatMap((source) => {
    const steps = decision.trace.filter((step) => step.source === source);
    return steps.length === 0 ? [] : [renderSource(source, steps, deciding, screen)];
  });
  return `${renderDecision(decision, screen)}\n${parts.join("")}${renderSilent(decision, screen)}`;
}

/** Where nobody can be asked, what would have asked has decided as much as that. */
function findDeciding({ effect, reasons, trace }: Decision): ReadonlySet<DecisionStep> {
  const first = trace.find(({ verdict }) => verdict === effect);
  const asked =
    effect === "deny" ? trace.find(({ verdict, reason }) => verdict === "ask" && reasons.includes(reason)) : null;
  return new Set([first, asked].filter((step) => step != null));
}

/** What one source said of the same thing; `about` is `null` for what it said of the call. */
interface Branch {
  readonly about: string | null;
  readonly steps: readonly DecisionStep[];
}

function renderSource(
  source: DecisionSource,
  steps: readonly DecisionStep[],
  deciding: ReadonlySet<DecisionStep>,
  screen: Screen,
): string {
  const branches = toBranches(steps);
  const lines = branches.map((branch, at) => {
    const isLast = at === branches.length - 1;
    const trunk = isLast ? "   " : "│  ";
    const start = isLast ? "└─ " : "├─ ";
    if (branch.about === null)
      return branch.steps.map((step) => renderStep(step, start, trunk, deciding, screen)).join("");
    const head = hang(branch.about, start, trunk, screen);
    return [head, ...branch.steps.map((step) => renderStep(step, `${trunk}  `, `${trunk}  `, deciding, screen))].join(
      "",
    );
  });
  return `${screen.colors.bold(source)}\n${lines.join("")}`;
}

/** In the order in which they were first spoken about. What is about the call is a branch of its own each time. */
function toBranches(steps: readonly DecisionStep[]): readonly Branch[] {
  const byAbout = new Map<string, DecisionStep[]>();
  const branches: { about: string | null; steps: DecisionStep[] }[] = [];
  for (const step of steps) {
    const known = step.about === undefined ? undefined : byAbout.get(step.about);
    if (known !== undefined) {
      // What a command lacks is said of it, and again of the line that it stands in.
      if (!known.some(({ reason, verdict }) => reason === step.reason && verdict === step.verdict)) known.push(step);
      continue;
    }
    const own = [step];
    if (step.about !== undefined) byAbout.set(step.about, own);
    branches.push({ about: step.about ?? null, steps: own });
  }
  return branches;
}

function renderStep(
  step: DecisionStep,
  start: string,
  trunk: string,
  deciding: ReadonlySet<DecisionStep>,
  screen: Screen,
): string {
  const { colors } = screen;
  const mark = deciding.has(step) ? colors.bold("▶ ") : "  ";
  const { sign, text } = toSign(step, colors);
  const room = " ".repeat(MARK_WIDTH + SIGN_WIDTH);
  return hang(text, start, `${trunk}${room}`, screen, `${mark}${sign} `);
}

const MARK_WIDTH = 2;
const SIGN_WIDTH = 6;

/** A command of a line is covered or not: only all of them together allow the line. */
function toSign({ verdict, reason }: DecisionStep, colors: Colors): { readonly sign: string; readonly text: string } {
  if (verdict !== "none") return { sign: paintVerdict(verdict, colors, SIGN_WIDTH - 1), text: reason };
  for (const [prefix, mark, paint] of NOTES) {
    if (reason.startsWith(prefix))
      return { sign: colors[paint](mark.padEnd(SIGN_WIDTH - 1)), text: reason.slice(prefix.length) };
  }
  return { sign: colors.dim("-".padEnd(SIGN_WIDTH - 1)), text: reason };
}

const NOTES = [
  ["allowed: ", "✓", "green"],
  ["not allowed: ", "open", "yellow"],
] as const;

/** Text behind the beginning of its line; where it goes on below, the branches beside it do, too. */
function hang(text: string, start: string, trunk: string, { colors, width }: Screen, before = ""): string {
  const [first = "", ...rest] = wrapText(escapeLine(text), width, trunk.length).split("\n");
  const below = rest.map((line) => `${colors.dim(trunk)}${line.slice(trunk.length)}\n`);
  return `${colors.dim(start)}${before}${first}\n${below.join("")}`;
}

function renderSilent({ trace }: Decision, { colors, width }: Screen): string {
  const silent = DECISION_SOURCES.filter((source) => !trace.some((step) => step.source === source));
  if (silent.length === 0) return "";
  return `${colors.dim(wrapText(`silent: ${silent.join(", ")}`, width, 8))}\n`;
}
