import { afterAll, describe, expect, it } from "vitest";
import { checkRounds } from "./check-rounds.ts";
import { judgeLine } from "./engine.ts";
import { LISTED_LINES } from "./listed-lines.ts";
import { checkLines } from "./property.ts";
import type { Checked } from "./property.ts";
import { renderViolation } from "./render-violation.ts";
import { createSandbox } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";

const opened = await createSandbox();
const NAME = "a real bash runs only what was said of an allowed line";
const CASES = 2000;
/** The same for everybody, so that a commit has one answer; the nightly script takes new ones. */
const SEED = 279_543_039;
const seed = Number(process.env["TOOLGATE_ORACLE_SEED"] ?? SEED);

if (opened.ok) describe(NAME, () => checkAll(opened.sandbox));
else {
  console.warn(`SKIPPED: ${NAME}: ${opened.reason}`);
  describe.skip(`${NAME}: SKIPPED, ${opened.reason}`, () => it("needs a sandbox", () => undefined));
}

function checkAll(sandbox: Sandbox): void {
  afterAll(() => sandbox.close());

  it("for every listed line", async () => {
    const checked = await checkLines(judgeLine, LISTED_LINES, sandbox);
    report("listed", checked);
    expect(checked.allowed).toBeGreaterThan(20);
  }, 120_000);

  it(`for ${CASES} generated lines from seed ${seed} on`, async () => {
    let allowed = 0;
    for await (const checked of checkRounds(judgeLine, { seed, cases: CASES }, sandbox)) {
      report(`seed ${checked.seed}`, checked);
      allowed += checked.allowed;
    }
    // A judge that allows nothing is right about everything.
    expect(allowed).toBeGreaterThanOrEqual(CASES);
  }, 300_000);
}

function report(what: string, { cases, allowed, violations }: Checked): void {
  console.log(`oracle: ${what}: ${cases} lines, ${allowed} allowed and run, ${violations.length} violations`);
  expect(violations.map(renderViolation).join("\n\n")).toBe("");
}
