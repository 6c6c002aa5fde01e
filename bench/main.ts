import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import type { Figure } from "./measure.ts";

/** One row per case; each runs alone, one after the other. */
const CASES: Readonly<Record<string, () => Promise<{ run: () => Promise<readonly Figure[]> }>>> = {
  decision: () => import("./cases/decision.ts"),
  spawn: () => import("./cases/spawn.ts"),
  mcp: () => import("./cases/mcp-http.ts"),
  audit: () => import("./cases/audit.ts"),
  start: () => import("./cases/start.ts"),
  registry: () => import("./cases/registry.ts"),
  policy: () => import("./cases/policy.ts"),
  cedar: () => import("./cases/cedar.ts"),
  scrub: () => import("./cases/scrub.ts"),
  egress: () => import("./cases/egress.ts"),
  http: () => import("./cases/http.ts"),
  upstream: () => import("./cases/upstream.ts"),
  telemetry: () => import("./cases/telemetry.ts"),
};

const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true });
const names = positionals.length > 0 ? positionals : Object.keys(CASES);
const figures: Figure[] = [];

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
console.log(row(["figure", "value", "baseline", "ratio", "target", "", "runs"]));
for (const name of names) {
  const load = CASES[name];
  if (load === undefined) throw new Error(`no case is named ${name}; there are: ${Object.keys(CASES).join(", ")}`);
  const { run } = await load();
  for (const figure of await run()) {
    figures.push(figure);
    console.log(row(render(figure)));
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);

function render({ name, value, unit, baseline, ratio, target, runs }: Figure): string[] {
  const compared = ratio ?? value;
  const verdict = target === null ? "" : compared <= target ? "ok" : "OVER";
  const number = (shown: number | null): string => (shown === null ? "" : shown.toPrecision(4));
  return [name, `${number(value)} ${unit}`, number(baseline), number(ratio), number(target), verdict, String(runs)];
}

function row(cells: readonly string[]): string {
  const widths = [58, 20, 12, 9, 9, 5, 5];
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(" ")
    .trimEnd();
}
