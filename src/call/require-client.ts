import type { DecidedCall, RawCall } from "../model/call.ts";
import { toCapabilities } from "../model/client-capabilities.ts";
import { Refused } from "../model/errors.ts";

/**
 * Ends a call that its client could not see through, before a human is asked about it and before anything runs.
 * @throws Refused
 */
export function requireClient({ tool }: DecidedCall, { ask, client }: Pick<RawCall, "ask" | "client">): void {
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
