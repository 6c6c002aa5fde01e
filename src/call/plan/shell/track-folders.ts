import type { SimpleStep } from "../../../shell/simple-script.ts";

/** Where a step works, and where it goes if it is a `cd` that is sure to be run; paths as they are written. */
export interface TrackedStep {
  /** The `cd`s to follow from where the line starts, oldest first; `null`: it depends on what ran before. */
  readonly moves: readonly string[] | null;
  readonly move: string | null;
}

/**
 * Which `cd`s hold for each step, given that every folder is there: then a `cd` succeeds, and only one that waits for
 * another program may or may not be run.
 */
export function trackFolders(steps: readonly SimpleStep[]): readonly TrackedStep[] {
  const tracked: TrackedStep[] = [];
  let moves: readonly string[] | null = [];
  let afterChain: readonly string[] | null = [];
  let isSure = true;
  for (const step of steps) {
    if (step.operator === ";") [moves, isSure] = [afterChain, true];
    const move = toMove(step);
    // Everything before it in its chain was a `cd`, and those succeed.
    const isSkipped = isSure && step.operator === "||";
    tracked.push({ moves, move: move !== null && isSure && !isSkipped ? move : null });
    if (move === null) isSure = false;
    else if (isSkipped) continue;
    else if (isSure) moves = afterChain = moves === null ? null : [...moves, move];
    else [moves, afterChain] = [step.operator === "&&" && moves !== null ? [...moves, move] : null, null];
  }
  return tracked;
}

/** The folder of a step that is nothing but a `cd` to a known folder. */
export function toMove({ stages }: SimpleStep): string | null {
  const [stage, ...others] = stages;
  if (stage === undefined || others.length > 0 || stage.redirects.length > 0) return null;
  const [program, ...args] = stage.words.map(({ text }) => text);
  const [target = "~", ...rest] = args[0] === "--" ? args.slice(1) : args;
  return program === "cd" && rest.length === 0 && !target.startsWith("-") ? target : null;
}
