import type { UpstreamFailure, UpstreamState } from "../../mcp-bridge/upstream.ts";
import type { Screen } from "./screen.ts";
import { renderTime } from "./text/relative-time.ts";

/** How a connection to an upstream server stands, in a few words, and below it why. Nothing in it is escaped. */
export interface ServerStateText {
  readonly short: string;
  /** What is in the way; `null`: nothing. */
  readonly why: string | null;
}

export function describeServerState(state: UpstreamState, now: Date, screen: Screen): ServerStateText {
  const at = (ms: number): string => renderTime(new Date(ms).toISOString(), now, screen);
  switch (state.kind) {
    case "ready":
      return { short: `connected ${screen.isTerminal ? "" : "since "}${at(state.since)}`, why: null };
    case "waiting":
      return { short: `waiting, next attempt ${at(state.retryAt)}`, why: toReason(state) };
    case "failed":
      return { short: `failed, next attempt ${at(state.retryAt)}`, why: toReason(state) };
    case "connecting":
      return describeConnecting(state);
    case "idle":
      return { short: "not connected until it is needed", why: null };
    case "closed":
      return { short: "closed", why: null };
  }
}

function describeConnecting({ attempt, reason }: Extract<UpstreamState, { kind: "connecting" }>): ServerStateText {
  if (reason !== undefined) return { short: "connecting again", why: reason };
  return { short: attempt === 1 ? "connecting" : `connecting, attempt ${attempt}`, why: null };
}

/** More of what a program wrote is for `servers test`. */
const MAX_SAID = 300;

function toReason({ reason, said = "" }: UpstreamFailure): string {
  const end = said.trim();
  if (end === "") return reason;
  return `${reason}; it said: ${end.length > MAX_SAID ? "…" : ""}${end.slice(-MAX_SAID)}`;
}
