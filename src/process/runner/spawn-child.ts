import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { Readable } from "node:stream";
import { holdPlaces } from "./hold-places.ts";
import { toSpawnFailure } from "./spawn-failure.ts";
import type { ChildStarter, ChildStreams, StartOrder } from "./started-child.ts";
import { CALL_MARKER } from "../tree/marker.ts";

/** Starts programs the way Node.js does, by fork: it works everywhere. */
export const spawnChild: ChildStarter = (order, onFailure) => {
  const [file = "", ...args] = order.argv;
  let held: readonly number[] = [];
  try {
    held = holdPlaces(order.places ?? []);
    const child = spawn(file, args, {
      argv0: file,
      cwd: order.cwd,
      env: { ...order.env, [CALL_MARKER]: order.callId },
      detached: true,
      shell: false,
      stdio: [order.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe", ...toFurther(order, held)],
    });
    const { pid, stdin, stdout, stderr } = child;
    if (pid !== undefined && stdout !== null && stderr !== null) {
      // Only signals can fail later, and those are not sent through this object.
      child.on("error", () => undefined);
      const reports = order.reportsExit === true ? (child.stdio[3] as Readable) : null;
      const streams = (): ChildStreams => ({ stdin, stdout });
      // Node.js makes sockets, which no other process can open.
      return { pid, streams, pipes: null, stderr, reports, onExit: (listener) => void child.once("exit", listener) };
    }
    child.once("error", (error) => onFailure(toSpawnFailure(error, order)));
  } catch (error) {
    onFailure(toSpawnFailure(error, order));
  } finally {
    for (const fd of held) closeSync(fd);
  }
  return undefined;
};

function toFurther({ reportsExit }: StartOrder, held: readonly number[]): readonly ("pipe" | "ignore" | number)[] {
  if (reportsExit !== true && held.length === 0) return [];
  return [reportsExit === true ? "pipe" : "ignore", ...held];
}
