import { isDomainPattern } from "../../../scope/domain.ts";
import { parseWrittenIp } from "../../../scope/parse-ip.ts";

/** Whether a text names hosts as a scope does: `api.example.com`, `*.example.com` or an address, with nothing around it. */
export function isHostEntry(text: string): boolean {
  return isDomainPattern(text) || parseWrittenIp(text) !== null;
}
