import { expect, it } from "vitest";
import type { UpstreamState } from "../../mcp-bridge/upstream.ts";
import { createKeptScreen } from "./screen.fixture.ts";
import { describeServerState } from "./server-state.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const AT = NOW.getTime();

it.each<[UpstreamState, string, string | null]>([
  [{ kind: "connecting", attempt: 1 }, "connecting", null],
  [{ kind: "connecting", attempt: 3 }, "connecting, attempt 3", null],
  [{ kind: "connecting", attempt: 1, reason: "no answer" }, "connecting again", "no answer"],
  [
    { kind: "waiting", attempt: 1, retryAt: AT, reason: "it ended", said: "bye\n" },
    "waiting, next attempt 2026-11-21T12:00:00.000Z",
    "it ended; it said: bye",
  ],
  [{ kind: "failed", retryAt: AT, reason: "refused" }, "failed, next attempt 2026-11-21T12:00:00.000Z", "refused"],
  [
    { kind: "ready", since: AT, software: null, protocolVersion: "1" },
    "connected since 2026-11-21T12:00:00.000Z",
    null,
  ],
])("says %j in words", (state, short, why) => {
  expect(describeServerState(state, NOW, createKeptScreen())).toEqual({ short, why });
});
