import type { PlannedSandbox } from "../../model/sandbox.ts";
import { expectUnmoved } from "../guard/expect-unmoved.ts";
import { guardWritable } from "../guard/guard-writable.ts";
import { lookAtPlace } from "../look-at-place.ts";
import type { ConfinedPlace, ConfinedProgram } from "../sandbox.ts";
import { toContainerArgv, toContainerName } from "./to-container-argv.ts";
import type { ContainerClient } from "./to-container-argv.ts";

/** The container removes itself when its program ends; `cleanup` is for when it does not. */
export function confineWithContainer(
  argv: readonly string[],
  planned: PlannedSandbox,
  place: ConfinedPlace,
  client: ContainerClient,
): ConfinedProgram {
  expectUnmoved(planned, place);
  const guard = guardWritable(place, planned);
  return {
    argv: toContainerArgv(argv, planned, place, { client, look: lookAtPlace }),
    places: [],
    cwd: "/",
    env: {},
    cleanup: [client.file, "rm", "--force", toContainerName(place.callId)],
    settle: () => guard.settle(),
    explain: null,
  };
}
