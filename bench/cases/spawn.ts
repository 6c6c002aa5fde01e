import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Figure } from "../measure.ts";
import { interleave, ratioFigure } from "../measure.ts";

const SPAWNS_A_ROUND = 60;
const ROUNDS = 15;

/** A governed `true` in a gateway of 500 MB against a bare spawn of it from a fresh small process. */
export async function run(): Promise<readonly Figure[]> {
  const bare = await start("bare-spawn");
  const governed = await start("governed-spawn");
  const ask = (child: ChildProcess) => async (): Promise<number> => {
    child.send(SPAWNS_A_ROUND);
    const [value] = (await once(child, "message")) as [number];
    return value;
  };
  const [ours = [], theirs = []] = await interleave(ROUNDS, [ask(governed), ask(bare)]);
  bare.disconnect();
  governed.disconnect();
  await Promise.all([once(bare, "exit"), once(governed, "exit")]);
  return [ratioFigure("governed `true` at 500 MB vs bare spawn from a small process", "ms", ours, theirs, 1.25)];
}

async function start(name: string): Promise<ChildProcess> {
  const child = fork(new URL(`../servers/${name}.ts`, import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "message");
  return child;
}
