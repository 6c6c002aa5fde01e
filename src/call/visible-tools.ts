import type { Caller } from "../model/caller.ts";
import type { Tool } from "../model/tool.ts";
import { isListed } from "../policy/is-listed.ts";
import type { Policy } from "../policy/policy.ts";
import { toPolicyTool } from "../policy/to-policy-tool.ts";
import { listTools } from "../registry/list-tools.ts";
import type { RegistrySnapshot, Viewer } from "../registry/registry.ts";
import type { Gate } from "./gate.ts";

/** What a caller may see: declared for it, not denied by name, and something that this gateway can run. */
export interface VisibleTools {
  /** The same array for as long as nothing changed, so that whoever makes an index of it makes it once. */
  list(caller: Caller, session?: string): Promise<readonly Tool[]>;
}

interface Known {
  readonly from: readonly Tool[];
  readonly policy: Policy;
  readonly visible: readonly Tool[];
}

/** Keeps the last list of everybody; those with tools of their own are few, and their lists are made anew. */
export function createVisibleTools(gate: Gate): VisibleTools {
  let known: Known | null = null;
  return {
    async list(caller, session) {
      const snapshot = await gate.currentTools();
      const policy = await gate.currentPolicy();
      const from = listTools(snapshot, await toViewer(snapshot, caller, session, gate));
      if (known?.from === from && known.policy === policy) return known.visible;
      const visible = from.filter((tool) => isVisible(tool, policy, gate));
      if (from === snapshot.listed) known = { from, policy, visible };
      return visible;
    },
  };
}

/** Whether a tool is offered at all; the same answer when it is called by name and not found. */
export function isVisible(tool: Tool, policy: Policy, gate: Pick<Gate, "canRun">): boolean {
  return gate.canRun(tool) && isListed(toPolicyTool(tool), policy);
}

/** A session is only looked for where there are tools of sessions: looking for the implicit one would make it. */
async function toViewer(
  { overlays }: RegistrySnapshot,
  caller: Caller,
  session: string | undefined,
  gate: Gate,
): Promise<Viewer> {
  const { agent } = caller;
  if (![...overlays.keys()].some((key) => key.startsWith("session:"))) return { agent, session: null };
  const found = await gate.findSession(session ?? null, caller);
  return { agent, session: found?.id ?? null };
}
