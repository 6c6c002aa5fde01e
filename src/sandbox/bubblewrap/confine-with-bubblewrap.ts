import { realpathSync } from "node:fs";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { isWithin } from "../../params/posix-path.ts";
import { expectUnmoved } from "../guard/expect-unmoved.ts";
import { guardWritable } from "../guard/guard-writable.ts";
import type { MissingTable } from "../guard/missing-table.ts";
import type { RunningTable } from "../guard/running-table.ts";
import { lookAtPlace } from "../look-at-place.ts";
import type { ConfinedPlace, ConfinedProgram } from "../sandbox.ts";
import { explainStart } from "./explain-start.ts";
import { RESOLVER_FILE } from "./system-places.ts";
import { toBwrapArgv } from "./to-bwrap-argv.ts";
import type { BubblewrapTools, BwrapCommand } from "./to-bwrap-argv.ts";

export interface BubblewrapState {
  readonly tools: BubblewrapTools;
  readonly missing: MissingTable;
  readonly running: RunningTable;
}

/** Looks at every place once more, then says what to start. */
export function confineWithBubblewrap(
  argv: readonly string[],
  planned: PlannedSandbox,
  place: ConfinedPlace,
  { tools, missing, running }: BubblewrapState,
): ConfinedProgram {
  expectUnmoved(planned, place);
  const visible = [...place.visible, ...(planned.network.kind === "all" ? findResolver() : [])];
  const where = { ...place, visible, held: running.held() };
  const command = toBwrapArgv(argv, planned, where, { tools, look: lookAtPlace, hasDescriptors: true });
  const { writable } = planned;
  const { mounted } = command;
  const forget = running.enter({ writable, mounted, movable: findMovable(command, planned) });
  try {
    const leave = missing.enter([...place.fixed, ...place.guarded, ...place.hidden], lookAtPlace);
    const guard = guardWritable(place, planned);
    return {
      argv: command.argv,
      places: command.places,
      cwd: "/",
      env: {},
      cleanup: null,
      settle() {
        forget();
        leave();
        return guard.settle();
      },
      explain: explainStart,
    };
  } catch (error) {
    forget();
    throw error;
  }
}

/**
 * What is not put in place open, or into a folder that others see as well: there a link may stand when its turn comes.
 * In a world of its own nothing is in the way, and what is open stays what it is.
 */
function findMovable({ mounted, places }: BwrapCommand, { profile }: PlannedSandbox): readonly string[] {
  if (profile !== "isolated" || places.length === 0) return mounted;
  return mounted.filter((path) => mounted.some((other) => other !== path && isWithin(path, other)));
}

/** Where a service of the system keeps the file in `/run`, hiding that folder must not end the looking up of names. */
function findResolver(): readonly string[] {
  try {
    return [RESOLVER_FILE, realpathSync.native(RESOLVER_FILE)];
  } catch {
    return [];
  }
}
