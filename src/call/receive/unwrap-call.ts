import type { RawCall } from "../../model/call.ts";
import { Refused } from "../../model/errors.ts";
import { isMetaTool, META_TOOLS } from "../../registry/disclosure/meta-tools.ts";

/**
 * A call of `call_tool` as the call that it means, before anything else looks at it: no rule, hook, approval or record ever
 * sees another name. What means no call of a tool stays as it is and is refused when it is received. Tools that an agent
 * runs itself are its own, whatever they are called.
 */
export function unwrapCall(raw: RawCall): RawCall {
  if (!isWrapped(raw)) return raw;
  const { name, arguments: args, ...others } = Object(raw.args) as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || isMetaTool({ name }) || Object.keys(others).length > 0) return raw;
  return { ...raw, tool: name, args: args ?? {} };
}

/** @throws Refused for a call of `call_tool` that could not be unwrapped */
export function refuseWrapped(raw: RawCall): void {
  if (!isWrapped(raw)) return;
  const { name } = Object(raw.args) as { readonly name?: unknown };
  const message =
    typeof name === "string" && isMetaTool({ name })
      ? `\`${META_TOOLS.call}\` does not run \`${name}\``
      : `\`${META_TOOLS.call}\` expects the members \`name\`, a tool's name, and \`arguments\`, what that tool takes, and no other`;
  const hint = `find tools with \`${META_TOOLS.search}\`, then call \`${META_TOOLS.call}\` with {"name": "…", "arguments": {…}}`;
  throw new Refused("receive", "MALFORMED_CALL", message, { hint });
}

function isWrapped({ tool, entry, delegated }: RawCall): boolean {
  return tool === META_TOOLS.call && entry !== "hook" && delegated !== true;
}
