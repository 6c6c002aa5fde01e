import { spawn } from "node:child_process";
import { median } from "../measure.ts";

/** A small, fresh process that starts programs the plain way: no capture, no limits, no record. */
process.on("message", (count: number) => {
  void measure(count).then((value) => process.send?.(value));
});
process.send?.("ready");

async function measure(count: number): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < count; index++) {
    const before = performance.now();
    await new Promise<void>((resolve, reject) => {
      const child = spawn("/bin/true", [], { stdio: ["ignore", "pipe", "pipe"] });
      child.once("error", reject);
      child.once("close", () => resolve());
    });
    samples.push(performance.now() - before);
  }
  return median(samples);
}
