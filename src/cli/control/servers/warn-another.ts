import type { PinState } from "../../../mcp-bridge/pins/judge-pins.ts";
import { escapeLine } from "../../output/text/escape.ts";

/** Whether a server says of itself what nobody accepted: then none of its tools is used. `undefined`: it was never seen. */
export function isAnother(itself: { readonly state: PinState } | undefined): boolean {
  return itself !== undefined && itself.state !== "accepted";
}

/** Of a server that says of itself what nobody accepted: the numbers of its tools alone would look well. */
export function warnAnother(name: string): string {
  const shown = escapeLine(name);
  return `! \`${shown}\` is not the server whose tools were accepted, so none can be used: \`toolgate pin diff ${shown}\` shows what it says of itself.`;
}
