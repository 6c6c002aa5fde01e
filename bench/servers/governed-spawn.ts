import { createRuntime } from "../../dist/main.js";
import { median } from "../measure.ts";
import { createWorkspace } from "../workspace.ts";

const BALLAST_MB = 500;

/** A gateway that has grown large, calling a governed `true`: checked, decided, recorded, run, recorded. */
const tool = 'name = "true"\ndescription = "Does nothing"\nkind = "command"\nbinary = "/bin/true"\n';
const workspace = createWorkspace(new Map([["true", tool]]), 'allow = ["true"]');
const ballast = Array.from({ length: BALLAST_MB }, () => Buffer.alloc(1024 * 1024, 1));
const runtime = await createRuntime({ cwd: workspace.folder, env: workspace.env });
await runtime.warm();
const caller = await runtime.control.localAgent("bench");

process.on("message", (count: number) => {
  void measure(count).then((value) => process.send?.(value));
});
process.once("disconnect", () => {
  void runtime.close().then(() => workspace.remove());
});
process.send?.("ready");

async function measure(count: number): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = performance.now();
    const outcome = await runtime.call({ entry: "library", tool: "true", args: {}, caller });
    samples.push(performance.now() - before);
    if (outcome.status !== "success") throw new Error(JSON.stringify(outcome.error));
  }
  if (ballast.length !== BALLAST_MB) throw new Error("the ballast is gone");
  return median(samples);
}
