import type { ResolvedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { ProgramPlan } from "../../model/plan.ts";
import type { PlannedSandbox } from "../../model/sandbox.ts";
import { isWithin } from "../../params/posix-path.ts";
import { judgeRoot } from "../../sandbox/places/judge-grant.ts";
import { chooseConfinement } from "../../sandbox/wanted/choose-confinement.ts";
import type { Confinement } from "../../sandbox/wanted/choose-confinement.ts";
import { describeDemands } from "../../sandbox/wanted/list-demands.ts";
import type { Gate } from "../gate.ts";
import { listVariables } from "./sandbox/list-variables.ts";
import { refuseDemands } from "./sandbox/refuse-demands.ts";
import { resolveGrants } from "./sandbox/resolve-grants.ts";

/** What of the gate planning a confinement needs. */
export type SandboxGround = Pick<Gate, "config" | "sandbox" | "home" | "protectedFolders">;

/** Who is to be confined, and the folder of its own that it may write in. */
export interface ConfinedCall extends Pick<ResolvedCall, "tool" | "session"> {
  readonly call: Pick<ResolvedCall["call"], "delegated">;
}

/**
 * Fixes how the programs of a plan are confined; `undefined`: not at all.
 * @throws Refused when the tool has to be confined and cannot be here, or names a place that cannot be granted to it
 */
export function planSandbox(
  { call, tool, session }: ConfinedCall,
  plan: Pick<ProgramPlan, "environment" | "fixedEnvironment" | "sealedEnvironment" | "secretEnvironment">,
  ground: SandboxGround,
): PlannedSandbox | undefined {
  // Whoever delegates a call runs it himself, where Toolgate confines nothing.
  if (call.delegated) return undefined;
  const { config, sandbox } = ground;
  const wanted = chooseConfinement(tool, config.sandbox);
  const { profile } = wanted;
  if (profile === "none") return undefined;
  const { state } = sandbox;
  if (!state.ok) {
    if (wanted.demandedBy.length === 0 && config.sandbox.fallback === "none") return undefined;
    throw unavailable(tool.name, wanted, state);
  }
  refuseDemands(tool.name, wanted, { cannot: state.cannot, engine: state.engine, variables: listVariables(plan) });
  if (profile === "workspace") refuseRoots(tool.name, config.workspaceRoots);
  const own = ownPlaces(profile, config.workspaceRoots, session.folder);
  const granted = resolveGrants(tool.name, wanted, session.folder, ground);
  // What the program may make itself is not left out.
  const missing = granted.missing.filter((place) => !own.writable.some((folder) => isWithin(place, folder)));
  return {
    profile,
    engine: state.engine,
    image: state.engine === "bubblewrap" ? null : config.sandbox.image,
    writable: [...new Set([...own.writable, ...granted.writable])],
    readable: [...new Set([...own.readable, ...granted.readable])],
    ...(missing.length === 0 ? {} : { missing }),
    network: wanted.network,
    limits: wanted.limits,
  };
}

function refuseRoots(tool: string, roots: readonly string[]): void {
  for (const root of roots) {
    const reason = judgeRoot(root);
    if (reason === null) continue;
    const message = `\`${tool}\` cannot be confined to the workspace ${JSON.stringify(root)}: ${reason}`;
    throw new Refused("validate", "SANDBOX_UNAVAILABLE", message, {
      hint: "start Toolgate in the folder of a project, or name one in `[workspace] roots`",
    });
  }
}

function ownPlaces(
  profile: PlannedSandbox["profile"],
  roots: readonly string[],
  sessionFolder: string,
): Pick<PlannedSandbox, "writable" | "readable"> {
  switch (profile) {
    case "read-only":
      return { writable: [], readable: [...roots, sessionFolder] };
    case "workspace":
      return { writable: [...roots, sessionFolder], readable: [] };
    case "isolated":
      return { writable: [sessionFolder], readable: [] };
  }
}

function unavailable(
  tool: string,
  { profile, demandedBy }: Confinement,
  { reason, hint }: { readonly reason: string; readonly hint: string },
): Refused {
  const message = `\`${tool}\` has to run confined (${profile}), and nothing can confine it here: ${reason}`;
  const demanded = demandedBy.length > 0;
  const instead = demanded
    ? `it is demanded by ${describeDemands(demandedBy)}, so that it is never left out`
    : 'or let such tools run unconfined: `[sandbox] fallback = "none"`';
  return new Refused("validate", "SANDBOX_UNAVAILABLE", message, {
    hint: `${hint}; \`toolgate doctor\` looks again; ${instead}`,
    details: { profile, demanded },
  });
}
