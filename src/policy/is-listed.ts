import type { Policy, PolicyRequest, PolicyTool } from "./policy.ts";
import { hidesTool } from "./rules/hides-tool.ts";
import { compileVisibility } from "./visibility/judge-visibility.ts";

/**
 * Whether a caller is shown a tool at all: what no table lets through, and what a rule denies whatever it is about, is not
 * offered. Made once for a list of tools.
 */
export function createListed(
  viewer: Pick<PolicyRequest, "caller" | "hints">,
  policy: Policy,
): (tool: PolicyTool) => boolean {
  const hide = compileVisibility(viewer, policy);
  return (tool) => hide(tool).length === 0 && !hidesTool(tool, policy.rules);
}
