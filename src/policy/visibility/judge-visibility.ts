import type { Policy, PolicyAnswer, PolicyRequest, PolicyTool } from "../policy.ts";
import { compileEntries } from "./compile-entries.ts";
import { compilePipeline } from "./compile-pipeline.ts";
import type { HiddenReason } from "./compile-pipeline.ts";

const NOT_HIDDEN: readonly HiddenReason[] = [];
const BY_REQUEST: HiddenReason = () => "the request limits itself to other tools";

/**
 * Whether the caller is shown the tool at all: the same judgement for lists and for calls. Says nothing when it is, and
 * why not, once for every table that hides it.
 */
export function judgeVisibility(request: PolicyRequest, policy: Policy): readonly PolicyAnswer[] {
  const hiding = compileVisibility(request, policy)(request.tool);
  return hiding.map((explain) => ({
    source: "visibility",
    verdict: "deny",
    code: "DENIED_NOT_VISIBLE",
    reason: explain(request.tool.name),
  }));
}

/** Why tools are hidden from one caller, ready to be asked for many of them; nothing for those that are shown. */
export function compileVisibility(
  viewer: Pick<PolicyRequest, "caller" | "hints">,
  { visibility = [] }: Policy,
): (tool: PolicyTool) => readonly HiddenReason[] {
  const pipelines = visibility.map((one) => compilePipeline(one, viewer));
  const allow = viewer.hints?.allow;
  const own = allow === undefined ? null : compileEntries(allow);
  if (pipelines.length === 0 && own === null) return () => NOT_HIDDEN;
  return (tool) => {
    const hiding = pipelines.flatMap((pipeline) => pipeline(tool) ?? NOT_HIDDEN);
    return own === null || own(tool) ? hiding : [...hiding, BY_REQUEST];
  };
}
