import type { Caller } from "../../model/caller.ts";
import type { Policy, PolicyTool } from "../policy.ts";
import { isFor } from "./judge-grants.ts";

/** The longest that grants let a call of the tool take, in milliseconds; `null`: they say nothing of it. */
export function findGrantedTimeout(
  { upstream }: Pick<PolicyTool, "upstream">,
  caller: Caller,
  { access }: Policy,
): number | null {
  if (upstream == null || access === undefined) return null;
  const own = access.grants.filter((grant) => grant.server === upstream.server && isFor(grant, caller));
  const timeouts = own.flatMap(({ timeoutMs }) => timeoutMs ?? []);
  return timeouts.length === 0 ? null : Math.min(...timeouts);
}
