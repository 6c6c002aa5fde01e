import type { Mode, Policy, PolicyRequest } from "../policy.ts";

export interface FoundMode {
  readonly mode: Mode;
  /** Who set it, for people. */
  readonly source: string;
}

/** The mode of the session, else of the agent, else the one for everybody. */
export function findMode(
  { mode, modes = [] }: Policy,
  { caller, call }: Pick<PolicyRequest, "caller" | "call">,
): FoundMode {
  const session = call?.session ?? null;
  const found =
    modes.find((one) => one.session !== null && one.session === session) ??
    modes.find((one) => one.session === null && one.agent === caller.agent);
  return found ?? { mode, source: "this workspace" };
}
