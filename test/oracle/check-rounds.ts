import { checkGenerated } from "./property.ts";
import type { Checked, Judge } from "./property.ts";
import type { Sandbox } from "./sandbox.ts";

/** Lines that are generated with one seed. */
const LINES = 4000;
/** Ends a check of a judge that allows next to nothing. */
const MIN_ALLOWED = LINES / 100;

/**
 * Generates lines until so many of them were allowed and run: only those prove something. Every round has a seed of its
 * own, counted up from the first, so that a violation is seen again without what came before it.
 */
export async function* checkRounds(
  judge: Judge,
  { seed, cases }: { readonly seed: number; readonly cases: number },
  sandbox: Sandbox,
): AsyncGenerator<Checked & { readonly seed: number }> {
  let allowed = 0;
  for (let round = 0; allowed < cases && round < Math.max(2, cases / MIN_ALLOWED); round++) {
    const checked = await checkGenerated(judge, { seed: seed + round, cases: LINES }, sandbox);
    allowed += checked.allowed;
    yield { ...checked, seed: seed + round };
  }
}
