import { realpathSync } from "node:fs";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { expectUnmoved } from "../guard/expect-unmoved.ts";
import { guardRuleFiles } from "../guard/guard-rule-files.ts";
import type { MissingTable } from "../guard/missing-table.ts";
import { lookAtPlace } from "../look-at-place.ts";
import type { ConfinedPlace, ConfinedProgram } from "../sandbox.ts";
import { explainStart } from "./explain-start.ts";
import { RESOLVER_FILE } from "./system-places.ts";
import { toBwrapArgv } from "./to-bwrap-argv.ts";
import type { BubblewrapTools } from "./to-bwrap-argv.ts";

/** Looks at every place once more, then says what to start. */
export function confineWithBubblewrap(
  argv: readonly string[],
  planned: PlannedSandbox,
  place: ConfinedPlace,
  { tools, missing }: { readonly tools: BubblewrapTools; readonly missing: MissingTable },
): ConfinedProgram {
  expectUnmoved(planned, place);
  const leave = missing.enter([...place.fixed, ...place.guarded, ...place.hidden], lookAtPlace);
  const guard = guardRuleFiles(place.guarded, place.callId);
  const visible = [...place.visible, ...(planned.network.kind === "all" ? findResolver() : [])];
  return {
    argv: toBwrapArgv(argv, planned, { ...place, visible }, { tools, look: lookAtPlace, reportsExit: true }),
    cwd: "/",
    env: {},
    cleanup: null,
    settle() {
      leave();
      return guard.settle();
    },
    explain: explainStart,
  };
}

/** Where a service of the system keeps the file in `/run`, hiding that folder must not end the looking up of names. */
function findResolver(): readonly string[] {
  try {
    return [RESOLVER_FILE, realpathSync.native(RESOLVER_FILE)];
  } catch {
    return [];
  }
}
