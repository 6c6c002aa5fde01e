import { describe, expect, it } from "vitest";
import { REVISIONS, runLeg } from "../../../scripts/conformance/legs.ts";
import { readResults } from "../../../scripts/conformance/results.ts";

/** What `npm run conformance` found to pass passes still; whoever makes another scenario pass runs it again. */
describe("the published conformance suite", () => {
  const before = readResults();
  const cases = REVISIONS.flatMap((revision) => (["direct", "aggregated"] as const).map((leg) => ({ revision, leg })));
  const statuses = (results: Awaited<ReturnType<typeof runLeg>>): Readonly<Record<string, string>> =>
    Object.fromEntries(results.map(({ scenario, status }) => [scenario, status]));

  it.concurrent.each(cases)("$revision, $leg", { timeout: 120_000 }, async ({ revision, leg }) => {
    expect(statuses(await runLeg(leg, revision))).toEqual(statuses(before[revision][leg]));
  });

  // Some scenarios look at how long a client waits: nothing else runs beside these.
  it.each(REVISIONS)("%s, client", { timeout: 120_000 }, async (revision) => {
    expect(statuses(await runLeg("client", revision))).toEqual(statuses(before[revision].client));
  });
});
