import fc from "fast-check";
import { createLines } from "./generate-lines.ts";
import { findUnexpected } from "./find-unexpected.ts";
import type { Unexpected } from "./find-unexpected.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Ran } from "./sandbox/run-batch.ts";

/** What a decision says about a line. */
export interface Judgement {
  /** Whether it runs without anybody being asked. */
  readonly allowed: boolean;
  /**
   * The argument list of every command that may run, those that wrappers start included; `null` stands for a word that
   * only a shell knows, and so for any number of words.
   */
  readonly commands: readonly (readonly (string | null)[])[];
  /** Files that may be created or changed, absolute or from the folder that the line starts in; `null` is any file. */
  readonly writes: readonly (string | null)[];
}

export type Judge = (line: string) => Judgement;

/** A line that was allowed and did something that its inventory does not hold. */
export interface Violation extends Unexpected {
  readonly line: string;
  readonly judgement: Judgement;
  /** The generated line from which `line` was shrunk, and what generates it again. */
  readonly from: { readonly line: string; readonly seed: number; readonly index: number } | null;
}

export interface Checked {
  readonly cases: number;
  /** How many different ones of them were allowed, and so were run. */
  readonly allowed: number;
  readonly violations: readonly Violation[];
}

/** Runs those of the lines that are allowed, each once, and compares what happened with what was said. */
export async function checkLines(judge: Judge, lines: readonly string[], sandbox: Sandbox): Promise<Checked> {
  const judged = [...new Set(lines)]
    .map((line) => ({ line, judgement: judge(line) }))
    .filter(({ judgement }) => judgement.allowed);
  const ran = await sandbox.run(judged.map(({ line }) => line));
  const violations = judged.flatMap(({ line, judgement }, index) => {
    const violation = toViolation(line, judgement, ran[index]);
    return violation === null ? [] : [violation];
  });
  return { cases: lines.length, allowed: judged.length, violations };
}

/** The same for generated lines; the first violations are shrunk. The same seed gives the same lines. */
export async function checkGenerated(
  judge: Judge,
  { seed, cases, maxShrunk = 3 }: { readonly seed: number; readonly cases: number; readonly maxShrunk?: number },
  sandbox: Sandbox,
): Promise<Checked> {
  const lines = generateLines(seed, cases);
  const checked = await checkLines(judge, lines, sandbox);
  const violations: Violation[] = [];
  for (const violation of checked.violations.slice(0, maxShrunk)) {
    violations.push(await shrink(judge, violation, { seed, index: lines.indexOf(violation.line) }, sandbox));
  }
  return { ...checked, violations: [...violations, ...checked.violations.slice(maxShrunk)] };
}

/** The lines of a seed, as a property gets them; `fc.sample` would give others. */
export function generateLines(seed: number, cases: number): readonly string[] {
  const lines: string[] = [];
  fc.check(
    fc.property(createLines(), (line) => {
      lines.push(line);
    }),
    { seed, numRuns: cases },
  );
  return lines;
}

async function shrink(
  judge: Judge,
  violation: Violation,
  { seed, index }: { readonly seed: number; readonly index: number },
  sandbox: Sandbox,
): Promise<Violation> {
  let smallest = violation;
  const property = fc.asyncProperty(createLines(), async (line) => {
    const { violations } = await checkLines(judge, [line], sandbox);
    const [found] = violations;
    if (found !== undefined) smallest = found;
    return found === undefined;
  });
  await fc.check(property, { seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: MAX_SHRINK_MS });
  return { ...smallest, from: { line: violation.line, seed, index } };
}

const MAX_SHRINK_MS = 20_000;

function toViolation(line: string, judgement: Judgement, ran: Ran | undefined): Violation | null {
  if (ran === undefined) throw new Error(`the sandbox has no result for ${JSON.stringify(line)}`);
  const unexpected = findUnexpected(judgement, ran);
  return unexpected === null ? null : { line, judgement, ...unexpected, from: null };
}
