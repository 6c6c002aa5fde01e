import { describe, expect, it } from "vitest";
import type { Question } from "../../model/question.ts";
import { SYSTEM_CLOCK } from "../health/clock.ts";
import type { UpstreamCall } from "../upstream.ts";
import { callTool } from "./call-tool.ts";
import type { CallSurroundings } from "./call-tool.ts";
import { toServer } from "./upstream.fixture.ts";
import { startCall } from "./running-call.ts";

describe("a server that asks before it answers", () => {
  it.each([
    [16, 160, "without an answer"],
    [17, 0, "17 questions at once"],
    [20_000, 0, "20000 questions at once"],
  ])("has %i questions put to a person %i times in all", async (questions, asked, reason) => {
    const heard: Question[] = [];
    const one = { method: "elicitation/create", params: { message: "?", requestedSchema: {} } };
    const inputRequests = Object.fromEntries(Array.from({ length: questions }, (_, at) => [`q${at}`, one]));
    const client = {
      request: () => Promise.resolve({ resultType: "input_required", inputRequests }),
      getProtocolEra: () => "modern",
    };
    const call: UpstreamCall = {
      tool: "t",
      arguments: {},
      definition: {},
      meta: {},
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      ask: (question) => {
        heard.push(question);
        return Promise.resolve({ action: "decline" });
      },
    };
    const running = startCall(call, SYSTEM_CLOCK);
    const around = { client, server: toServer({}), explain: String, lost: () => null } as unknown as CallSurroundings;
    const end = await callTool(call, running, around);
    running.close();
    expect(heard).toHaveLength(asked);
    expect(end).toMatchObject({ kind: "failed", reason: expect.stringContaining(reason) as string });
  });
});
