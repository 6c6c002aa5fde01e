import type { PolicyAnswer, PolicyRequest } from "../policy.ts";

/** The answer where a `permit` is needed and there is none. */
export function denyUnpermitted({ tool }: Pick<PolicyRequest, "tool">): PolicyAnswer {
  const rule =
    tool.cedar == null ? 'and `[cedar] default = "deny"` needs one' : "and tools with a [tool.cedar] table need one";
  return { source: "cedar", verdict: "deny", code: "DENIED_BY_CEDAR", reason: `no Cedar policy permits it, ${rule}` };
}
