import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Figure } from "../measure.ts";
import { interleave, ratioFigure } from "../measure.ts";
import type { BareOrder } from "../servers/bare-spawn.ts";
import type { GovernedOrder } from "../servers/governed-spawn.ts";

const ONE_BY_ONE = { count: 60, together: false };
const ROUNDS = 15;
const CONFINED_ROUNDS = 9;
const AT_ONCE = { count: 200, together: true };

interface Case {
  readonly name: string;
  readonly tool: string;
  readonly argv: readonly string[];
  readonly how: Pick<BareOrder, "count" | "together">;
  readonly rounds: number;
  readonly target: number;
}

/** Governed calls in a gateway of 500 MB against bare spawns of the same programs from a fresh small process. */
export async function run(): Promise<readonly Figure[]> {
  const [bare] = await start("bare-spawn");
  const [governed, confinement] = await start("governed-spawn");
  const figures: Figure[] = [];
  for (const { name, tool, argv, how, rounds, target } of toCases(confinement as readonly string[] | null)) {
    const [ours = [], theirs = []] = await interleave(rounds, [
      () => ask(governed, { tool, ...how }),
      () => ask(bare, { argv, ...how }),
    ]);
    figures.push(ratioFigure(name, "ms", ours, theirs, target));
  }
  bare.disconnect();
  governed.disconnect();
  await Promise.all([once(bare, "exit"), once(governed, "exit")]);
  return figures;
}

function toCases(confinement: readonly string[] | null): readonly Case[] {
  const cases: Case[] = [
    {
      name: "governed `true` at 500 MB vs bare spawn from a small process",
      tool: "true",
      argv: ["/bin/true"],
      how: ONE_BY_ONE,
      rounds: ROUNDS,
      target: 1.15,
    },
    {
      name: "200 commands of 100 ms at once vs 200 bare spawns of them",
      tool: "wait",
      argv: ["/bin/sleep", "0.1"],
      how: AT_ONCE,
      rounds: CONFINED_ROUNDS,
      target: 1.5,
    },
  ];
  if (confinement === null) return cases;
  const argv = [...confinement, "/bin/true"];
  const name = "governed, sandboxed `true` vs bare bwrap with the same arguments";
  return [...cases, { ...cases[0], name, tool: "confined-true", argv, rounds: CONFINED_ROUNDS, target: 1.3 } as Case];
}

async function ask(server: ChildProcess, order: BareOrder | GovernedOrder): Promise<number> {
  server.send(order);
  const [value] = (await once(server, "message")) as [number];
  return value;
}

async function start(name: string): Promise<readonly [server: ChildProcess, said: unknown]> {
  const server = fork(new URL(`../servers/${name}.ts`, import.meta.url), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [said] = (await once(server, "message")) as [unknown];
  return [server, said];
}
