import type { UpstreamState } from "../mcp-bridge/upstream.ts";
import { showText } from "../text/show-text.ts";
import { openLog } from "./open-log.ts";

const MAX_REASON = 1000;

/** Writes to stderr, as one JSON line, how the connection to an upstream server stands since now. */
export function logServerState(server: string, state: UpstreamState, leftOut: number): void {
  void openLog().then(({ log, scrub }) => {
    const line = {
      server,
      state: state.kind,
      ...("attempt" in state ? { attempt: state.attempt } : {}),
      ...("reason" in state ? { reason: showText(scrub(state.reason), MAX_REASON) } : {}),
      ...("said" in state && state.said !== undefined
        ? { said: showText(scrub(state.said).slice(-MAX_REASON), MAX_REASON) }
        : {}),
      ...("retryAt" in state ? { retryAt: new Date(state.retryAt).toISOString() } : {}),
      ...(state.kind === "ready" ? { protocolVersion: state.protocolVersion } : {}),
      ...(leftOut === 0 ? {} : { leftOut }),
    };
    if (state.kind === "ready") log.info(line, "upstream server is connected");
    else log.warn(line, "upstream server is not connected");
  });
}
