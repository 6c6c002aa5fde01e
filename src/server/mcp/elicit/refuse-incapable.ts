import { MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server";
import type { Outcome } from "../../../model/outcome.ts";
import { renderErrorText } from "../../../text/render-error-text.ts";
import type { RequestContext } from "../request-context.ts";

/**
 * Where requests stand on their own, the protocol has an error for calls that need more of their client than it declared;
 * elsewhere that is told as any other refusal is. @throws MissingRequiredClientCapabilityError
 */
export function refuseIncapable({ error }: Outcome, { mcpReq }: RequestContext): void {
  if (error?.code !== "CLIENT_CAPABILITY_MISSING" || mcpReq.envelope === undefined) return;
  const { requiredCapabilities = {} } = error.details;
  throw new MissingRequiredClientCapabilityError(
    { requiredCapabilities: requiredCapabilities as object },
    renderErrorText(error),
  );
}
