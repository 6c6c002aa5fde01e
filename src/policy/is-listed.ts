import { compileGrants } from "./grants/judge-grants.ts";
import type { Policy, PolicyRequest, PolicyTool } from "./policy.ts";
import { hidesTool } from "./rules/hides-tool.ts";
import { compileVisibility } from "./visibility/judge-visibility.ts";

/**
 * Whether a caller is shown a tool at all: what no table lets through, what no grant covers, and what a rule denies
 * whatever it is about, is not offered. Made once for a list of tools.
 *
 * @param now milliseconds since 1970
 */
export function createListed(
  viewer: Pick<PolicyRequest, "caller" | "hints">,
  policy: Policy,
  now: number,
): (tool: PolicyTool) => boolean {
  const hide = compileVisibility(viewer, policy);
  const withhold = compileGrants(viewer.caller, policy, now);
  return (tool) => hide(tool).length === 0 && withhold(tool).length === 0 && !hidesTool(tool, policy.rules);
}
