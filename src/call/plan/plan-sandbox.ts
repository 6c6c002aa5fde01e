import type { ResolvedCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import type { ProgramPlan } from "../../model/plan.ts";
import type { PlannedSandbox, SandboxProfile } from "../../model/sandbox.ts";
import { judgeRoot } from "../../sandbox/places/judge-grant.ts";
import { chooseConfinement } from "../../sandbox/wanted/choose-confinement.ts";
import type { Gate } from "../gate.ts";
import { listVariables } from "./sandbox/list-variables.ts";
import { refuseDemands } from "./sandbox/refuse-demands.ts";
import { resolveGrants } from "./sandbox/resolve-grants.ts";

/** What of the gate planning a confinement needs. */
export type SandboxGround = Pick<Gate, "config" | "sandbox" | "home" | "protectedFolders">;

/**
 * Fixes how the programs of a plan are confined; `undefined`: not at all.
 * @throws Refused when the tool has to be confined and cannot be here, or names a place that cannot be granted to it
 */
export function planSandbox(
  { call, tool, session }: Pick<ResolvedCall, "call" | "tool" | "session">,
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
    if (!wanted.demanded && config.sandbox.fallback === "none") return undefined;
    throw unavailable(tool.name, profile, { ...state, demanded: wanted.demanded });
  }
  refuseDemands(tool.name, wanted, { cannot: state.cannot, engine: state.engine, variables: listVariables(plan) });
  if (profile === "workspace") refuseRoots(tool.name, config.workspaceRoots);
  const own = ownPlaces(profile, config.workspaceRoots, session.folder);
  const granted = resolveGrants(tool.name, wanted, session.folder, ground);
  return {
    profile,
    engine: state.engine,
    image: state.engine === "bubblewrap" ? null : config.sandbox.image,
    writable: [...new Set([...own.writable, ...granted.writable])],
    readable: [...new Set([...own.readable, ...granted.readable])],
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
  profile: SandboxProfile,
  { reason, hint, demanded }: { readonly reason: string; readonly hint: string; readonly demanded: boolean },
): Refused {
  const message = `\`${tool}\` has to run confined (${profile}), and nothing can confine it here: ${reason}`;
  const instead = demanded
    ? "it was asked for by name, so that it is never left out"
    : 'or let such tools run unconfined: `[sandbox] fallback = "none"`';
  return new Refused("validate", "SANDBOX_UNAVAILABLE", message, {
    hint: `${hint}; \`toolgate doctor\` looks again; ${instead}`,
    details: { profile, demanded },
  });
}
