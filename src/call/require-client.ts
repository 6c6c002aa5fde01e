import { isFromMcp } from "../model/call.ts";
import type { DecidedCall, RawCall } from "../model/call.ts";
import { TASK_CAPABILITY, TASKS_EXTENSION, toCapabilities } from "../model/client-capabilities.ts";
import { Refused } from "../model/errors.ts";

/**
 * Ends a call that its client could not see through, before a human is asked about it and before anything runs.
 * @throws Refused
 */
export function requireClient(
  { tool, call }: DecidedCall,
  { ask, client, takesTasks = false }: Pick<RawCall, "ask" | "client" | "takesTasks">,
): void {
  // Only MCP clients go away while a call runs; whoever waits in another way needs nothing to come back for.
  if (tool.task === "required" && isFromMcp(call.entry) && !takesTasks) throw tooLong(tool.name);
  const { needsOfClient = [] } = tool;
  const missing = needsOfClient.filter((kind) => ask === undefined || client?.[kind] !== true);
  if (missing.length === 0) return;
  const required = toCapabilities(Object.fromEntries(missing.map((kind) => [kind, true])));
  const message = `\`${tool.name}\` needs a client that can be asked for ${missing.join(", ")}; this one did not say so`;
  throw new Refused("authorise", "CLIENT_CAPABILITY_MISSING", message, {
    hint: "call it from a client that declares these capabilities",
    details: { requiredCapabilities: required },
  });
}

function tooLong(name: string): Refused {
  const message = `\`${name}\` takes long and is always a task; this client did not say that it knows tasks`;
  return new Refused("authorise", "CLIENT_CAPABILITY_MISSING", message, {
    hint: `call it from a client that declares the extension \`${TASKS_EXTENSION}\``,
    details: { requiredCapabilities: TASK_CAPABILITY },
  });
}
