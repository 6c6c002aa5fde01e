import { showText } from "../text/show-text.ts";
import { openLog } from "./open-log.ts";

const MAX_REASON = 1000;

/** Warns on stderr, in one JSON line, why traces are lost: nothing is broken in here, so nobody needs to see where it was noticed. */
export function logLostTraces(reason: string): void {
  void openLog().then(({ log, scrub }) => {
    log.warn({ id: "telemetry", reason: showText(scrub(reason), MAX_REASON) }, "traces are not sent");
  });
}
