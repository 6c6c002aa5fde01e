import { writeFileSync } from "node:fs";
import { LEGS, REVISIONS, runLeg } from "./conformance/legs.ts";
import type { Leg, Revision } from "./conformance/legs.ts";
import { findNotApplicable } from "./conformance/not-applicable.ts";
import { readResults, RESULTS_FILE } from "./conformance/results.ts";
import type { ScenarioResult } from "./conformance/run-suite.ts";

/**
 * Runs the published conformance suite, prints how each scenario went, and keeps that for the tests and the reference. With
 * arguments only some legs or revisions: `npm run conformance -- aggregated 2026-07-28`.
 */
const wanted = process.argv.slice(2);
const isWanted = (one: string, all: readonly string[]): boolean =>
  wanted.includes(one) || !wanted.some((name) => all.includes(name));
const results: Record<Revision, Record<Leg, readonly ScenarioResult[]>> = structuredClone(readResults());
for (const revision of REVISIONS.filter((one) => isWanted(one, REVISIONS))) {
  for (const leg of LEGS.filter((one) => isWanted(one, LEGS))) {
    const ended = await runLeg(leg, revision);
    results[revision][leg] = ended;
    for (const { scenario, status, reasons } of ended) {
      const why = status === "pass" ? null : findNotApplicable(leg, scenario);
      const shown = why === null ? status : "not applicable";
      console.log(`${revision} ${leg} ${scenario}: ${shown} ${(why ?? reasons.join("; ")).slice(0, 200)}`);
    }
  }
}
writeFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
console.log("written; `node scripts/render-reference.ts` makes the page of it");
