/** One measured figure, as `--json` writes it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with in the same run; `null` where the target is absolute. */
  readonly baseline: number | null;
  readonly ratio: number | null;
  /** The most that `ratio`, or `value` where there is no ratio, may be; `null`: for information. */
  readonly target: number | null;
  readonly runs: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Takes turns, so that a machine that slows down slows both; the first round of each is warm-up and not counted. */
export async function interleave(
  rounds: number,
  subjects: readonly (() => Promise<number>)[],
): Promise<readonly (readonly number[])[]> {
  const samples = subjects.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, subject] of subjects.entries()) {
      const value = await subject();
      if (round > 0) samples[index]?.push(value);
    }
  }
  return samples;
}

export function ratioFigure(
  name: string,
  unit: string,
  ours: readonly number[],
  theirs: readonly number[],
  target: number | null,
): Figure {
  const value = median(ours);
  const baseline = median(theirs);
  return { name, value, unit, baseline, ratio: value / baseline, target, runs: ours.length };
}

export function absoluteFigure(name: string, unit: string, values: readonly number[], target: number | null): Figure {
  return { name, value: median(values), unit, baseline: null, ratio: null, target, runs: values.length };
}
