import type { PolicyAnswer, Policy, PolicyRequest } from "../policy.ts";
import { compileEntries } from "./compile-entries.ts";
import { compilePipeline } from "./compile-pipeline.ts";

/**
 * Whether the caller is shown the tool at all: the same judgement for lists and for calls. Says nothing when it is, and
 * why not, once for every table that hides it.
 */
export function judgeVisibility(request: PolicyRequest, { visibility = [] }: Policy): readonly PolicyAnswer[] {
  const hiding = visibility.flatMap((one) => compilePipeline(one, request)(request.tool) ?? []);
  const own = request.hints?.allow;
  if (own !== undefined && !compileEntries(own)(request.tool)) hiding.push("the request limits itself to other tools");
  return hiding.map((reason) => ({ source: "visibility", verdict: "deny", code: "DENIED_NOT_VISIBLE", reason }));
}
