import { spawn } from "node:child_process";
import { median } from "../measure.ts";

/** What is to be measured: one after the other, and the median time of one; or all at once, and the time of all. */
export interface BareOrder {
  readonly argv: readonly string[];
  readonly count: number;
  readonly together: boolean;
}

/** A small, fresh process that starts programs the plain way: no capture, no limits, no record. */
process.on("message", (order: BareOrder) => {
  void measure(order).then((value) => process.send?.(value));
});
process.send?.("ready");

async function measure({ argv, count, together }: BareOrder): Promise<number> {
  const before = performance.now();
  if (together) {
    await Promise.all(Array.from({ length: count }, () => start(argv)));
    return performance.now() - before;
  }
  const samples: number[] = [];
  for (let index = 0; index < count; index++) samples.push(await start(argv));
  return median(samples);
}

async function start([file = "", ...args]: readonly string[]): Promise<number> {
  const before = performance.now();
  await new Promise<void>((resolve, reject) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  return performance.now() - before;
}
