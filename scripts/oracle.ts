import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { checkRounds } from "../test/oracle/check-rounds.ts";
import { judgeLine } from "../test/oracle/engine.ts";
import { LISTED_LINES } from "../test/oracle/listed-lines.ts";
import { checkLines } from "../test/oracle/property.ts";
import type { Checked } from "../test/oracle/property.ts";
import { renderViolation } from "../test/oracle/render-violation.ts";
import { requireBubblewrap } from "../test/oracle/require-bubblewrap.ts";
import { createSandbox } from "../test/oracle/sandbox.ts";

/** The oracle against a real bash, for as many allowed lines as the night is long. */
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "50000" },
    seed: { type: "string", default: String(randomInt(2 ** 30)) },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed);
if (!Number.isSafeInteger(cases) || !Number.isSafeInteger(seed)) {
  throw new Error(`--cases and --seed are whole numbers, not ${values.cases} and ${values.seed}`);
}

requireBubblewrap();
const opened = await createSandbox();
if (!opened.ok) throw new Error(opened.reason);
const { sandbox } = opened;
const started = performance.now();
let lines = 0;
let allowed = 0;
let failed = 0;

try {
  console.log(`${cases} allowed lines, --seed ${seed}`);
  add("listed", await checkLines(judgeLine, LISTED_LINES, sandbox));
  for await (const checked of checkRounds(judgeLine, { seed, cases }, sandbox)) add(`seed ${checked.seed}`, checked);
} finally {
  sandbox.close();
}
if (allowed < cases) console.log(`only ${allowed} of ${lines} lines were allowed: nearly nothing is proved`);
if (failed > 0 || allowed < cases) process.exitCode = 1;

function add(what: string, checked: Checked): void {
  lines += checked.cases;
  allowed += checked.allowed;
  failed += checked.violations.length;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`${what.padEnd(16)} ${allowed} run of ${lines} lines, ${failed} violations, ${seconds} s`);
  for (const violation of checked.violations.slice(0, 10)) console.log(renderViolation(violation));
}
