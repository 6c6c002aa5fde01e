import type { SessionState } from "../packs/session/create-session-pack.ts";
import type { Caller } from "../model/caller.ts";
import { findMode } from "../policy/modes/find-mode.ts";
import type { Policy } from "../policy/policy.ts";
import type { Store } from "../storage/store.ts";

type StateStore = Pick<Store, "running" | "approvals" | "sessions">;

/** Where a session stands at this moment, for the agent that works in it. */
export function createSessionState(
  store: StateStore,
  workspace: string,
  currentPolicy: () => Promise<Policy>,
): (session: { readonly id: string }, caller: Caller) => Promise<SessionState> {
  return async ({ id }, caller) => {
    const [policy, running, pending, stored] = await Promise.all([
      currentPolicy(),
      store.running.list(),
      store.approvals.listPending(),
      store.sessions.get(id),
    ]);
    const isOwn = (one: { readonly principal: string; readonly agent: string }): boolean =>
      one.principal === caller.principal && one.agent === caller.agent;
    const call = { args: {}, specifier: null, paths: [], session: id, depth: 0 };
    return {
      workingFolder: stored?.cwd ?? workspace,
      mode: findMode(policy, { caller, call }).mode,
      running: running.filter(isOwn).length,
      waiting: pending.filter(isOwn).length,
    };
  };
}
