import type { Caller, CallerHints } from "../../model/caller.ts";
import type { Tool } from "../../model/tool.ts";
import { findNextExpiry } from "../../policy/grants/find-next-expiry.ts";
import { createListed } from "../../policy/is-listed.ts";
import type { Policy } from "../../policy/policy.ts";
import { toPolicyTool } from "../../policy/to-policy-tool.ts";
import { listTools } from "../../registry/list-tools.ts";
import type { RegistrySnapshot, Viewer } from "../../registry/registry.ts";
import type { Gate } from "../gate.ts";

/** What a caller may see: declared for it, not denied by name, and something that this gateway can run. */
export interface VisibleTools {
  /** The same array for as long as nothing changed, so that whoever makes an index of it makes it once. */
  list(viewer: ToolViewer, session?: string): Promise<readonly Tool[]>;
}

/** Who looks, and what the request says of itself. */
export interface ToolViewer {
  readonly caller: Caller;
  readonly hints: CallerHints;
}

interface Known {
  readonly from: readonly Tool[];
  readonly policy: Policy;
  /** When a grant is over, in milliseconds since 1970. */
  readonly until: number;
  readonly visible: readonly Tool[];
}

/** Hints are texts of callers: a flood of them must not fill the memory. */
const MOST_VIEWERS = 50;

/** Keeps the last list of every viewer; those with tools of their own are few, and their lists are made anew. */
export function createVisibleTools(gate: Gate): VisibleTools {
  const lists = new Map<string, Known>();
  return {
    async list(viewer, session) {
      const snapshot = await gate.currentTools();
      const policy = await gate.currentPolicy();
      const from = listTools(snapshot, await toOwner(snapshot, viewer.caller, session, gate));
      const { tenant, principal, agent, provider = null } = viewer.caller;
      const key = JSON.stringify([tenant, principal, agent, provider, viewer.hints]);
      const known = lists.get(key);
      const now = gate.now();
      if (known?.from === from && known.policy === policy && now < known.until) return known.visible;
      const isListed = createListed(viewer, policy, now);
      const visible = from.filter((tool) => gate.canRun(tool) && isListed(toPolicyTool(tool)));
      if (lists.size >= MOST_VIEWERS) lists.clear();
      if (from === snapshot.listed) lists.set(key, { from, policy, visible, until: findNextExpiry(policy, now) });
      return visible;
    },
  };
}

/** A session is only looked for where there are tools of sessions: looking for the implicit one would make it. */
async function toOwner(
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
