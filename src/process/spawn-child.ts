import { spawn } from "node:child_process";
import { toSpawnFailure } from "./spawn-failure.ts";
import type { ChildStarter } from "./started-child.ts";
import { CALL_MARKER } from "./tree/marker.ts";

/** Starts programs the way Node.js does, by fork: it works everywhere. */
export const spawnChild: ChildStarter = (request, onFailure) => {
  const [file = "", ...args] = request.argv;
  try {
    const child = spawn(file, args, {
      argv0: file,
      cwd: request.cwd,
      env: { ...request.env, [CALL_MARKER]: request.callId },
      detached: true,
      shell: false,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { pid, stdout, stderr } = child;
    if (pid !== undefined) {
      // Only signals can fail later, and those are not sent through this object.
      child.on("error", () => undefined);
      return { pid, stdout, stderr, onExit: (listener) => void child.once("exit", listener) };
    }
    child.once("error", (error) => onFailure(toSpawnFailure(error, request)));
  } catch (error) {
    onFailure(toSpawnFailure(error, request));
  }
  return undefined;
};
