import { createPosixStarter } from "../native/posix-starter.ts";
import type { StarterName } from "../process-runner.ts";
import { spawnChild } from "./spawn-child.ts";
import type { ChildStarter } from "./started-child.ts";

/** The quickest way to start programs that works here; `fork` when that one is asked for. */
export async function chooseStarter(
  wanted: string | undefined,
): Promise<{ readonly name: StarterName; readonly start: ChildStarter }> {
  if (wanted !== "fork") {
    try {
      return { name: "posix_spawn", start: await createPosixStarter() };
    } catch {
      // Not this system, not installed, or not as expected: the other way does the same in a little more time.
    }
  }
  return { name: "fork", start: spawnChild };
}
