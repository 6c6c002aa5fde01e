import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Backend } from "../../dist/backends/backend.js";
import type { Gate } from "../../dist/call/gate.js";
import { handleCall } from "../../dist/call/handle-call.js";
import { createRunningCalls } from "../../dist/call/running-calls.js";
import { loadSetup } from "../../dist/setup/load-setup.js";
import { createGate } from "../../dist/wiring/create-gate.js";
import { createParts } from "../../dist/wiring/create-parts.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, median, percentile } from "../measure.ts";
import { createWorkspace, fourParameterTool } from "../workspace.ts";

const TOOLS = 1_000;
const RULES = 200;
const CALLS = 2_000;
const ROUNDS = 7;

/** From the call coming in to it being admitted, its intent committed; the back end only takes the time. */
export async function run(): Promise<readonly Figure[]> {
  const tools = new Map(
    Array.from({ length: TOOLS }, (_, index) => [`tool-${index}`, fourParameterTool(`tool.n${index}`)]),
  );
  const rules = Array.from(
    { length: RULES },
    (_, index) => `"${index % 4 === 0 ? `group${index}.*` : `tool.n${index}`}"`,
  );
  const workspace = createWorkspace(tools, `allow = [${rules.join(", ")}]`);
  writeFileSync(path.join(workspace.folder, "notes.txt"), "haystack\n");
  const setup = await loadSetup({ cwd: workspace.folder, env: workspace.env });
  let admittedAt = 0;
  const clock: Backend = {
    run: () => {
      admittedAt = performance.now();
      return Promise.resolve({ kind: "value", end: { kind: "returned", value: null }, startedAtMs: 0, durationMs: 0 });
    },
  };
  const options = { ...setup, parts: "all", tools: [], apis: [], callbacks: {} } as const;
  const parts = await createParts(options);
  const gate: Gate = {
    ...createGate(options, { ...parts, running: createRunningCalls(64) }),
    backends: { command: clock, handler: clock },
  };
  const caller = {
    tenant: "local",
    principal: "bench",
    agent: "bench",
    roles: ["agent"],
    credential: "bench",
  } as const;
  const args = { max: 20, mode: "exact", text: "needle in a haystack", file: "notes.txt" };
  const rounds: number[] = [];
  const tails: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const samples: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const before = performance.now();
      const outcome = await handleCall({ entry: "library", tool: "tool.n151", args, caller }, gate);
      if (outcome.status !== "success") throw new Error(JSON.stringify(outcome.error));
      samples.push((admittedAt - before) * 1000);
    }
    if (round === 0) continue;
    rounds.push(median(samples));
    tails.push(percentile(samples, 0.99));
  }
  await parts.registry.close();
  await setup.store.close();
  workspace.remove();
  return [
    absoluteFigure("decision path, 1,000 tools, 200 rules: median", "µs", rounds, 100),
    absoluteFigure("decision path, 1,000 tools, 200 rules: p99", "µs", tails, null),
  ];
}
