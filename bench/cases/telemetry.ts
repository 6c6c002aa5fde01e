import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Runtime } from "../../dist/call/runtime.js";
import { createRuntime } from "../../dist/main.js";
import type { Figure } from "../measure.ts";
import { interleave, median, ratioFigure } from "../measure.ts";
import type { BenchWorkspace } from "../workspace.ts";
import { createWorkspace } from "../workspace.ts";

const CALLS = 1_000;
const ROUNDS = 7;

/** The same refused and recorded call with telemetry off, and with traces, numbers and a collector that takes them. */
export async function run(): Promise<readonly Figure[]> {
  const collector = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end("{}"));
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  const off = await open("");
  const on = await open(`[telemetry]\ntraces = "http://127.0.0.1:${port}/v1/traces"\nmetrics = true\n`);
  const [without = [], traced = []] = await interleave(ROUNDS, [() => measure(off.runtime), () => measure(on.runtime)]);
  for (const { runtime, workspace } of [off, on]) {
    await runtime.close();
    workspace.remove();
  }
  collector.closeAllConnections();
  collector.close();
  return [ratioFigure("call with traces and numbers, beside neither: median", "µs", traced, without, null)];
}

async function open(config: string): Promise<{ readonly runtime: Runtime; readonly workspace: BenchWorkspace }> {
  const tool = 'name = "no.op"\ndescription = "Nothing"\nkind = "command"\nbinary = "true"\n';
  const workspace = createWorkspace(new Map([["noop", tool]]), 'deny = ["no.op"]');
  appendFileSync(path.join(workspace.folder, "toolgate.toml"), config);
  return { runtime: await createRuntime({ cwd: workspace.folder, env: workspace.env }), workspace };
}

async function measure(runtime: Runtime): Promise<number> {
  const caller = await runtime.control.localAgent("bench");
  const samples: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const before = performance.now();
    const outcome = await runtime.call({ entry: "library", tool: "no.op", args: {}, caller });
    samples.push((performance.now() - before) * 1000);
    if (outcome.error?.code !== "DENIED") throw new Error(JSON.stringify(outcome.error));
  }
  return median(samples);
}
