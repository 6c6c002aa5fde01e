import { randomUUID } from "node:crypto";
import type { Runtime } from "../../call/runtime.ts";
import { block } from "../../hooks/block.ts";
import type { HookReply } from "../../hooks/hook-agent.ts";
import { findHookAgent } from "../../hooks/hook-agents.ts";
import { parseEvent } from "../../hooks/parse-event.ts";
import { logFailure } from "../../log/log-failure.ts";
import { judgeCalls } from "./judge-calls.ts";
import type { HookHead } from "./hook-wire.ts";

export interface HookQuery extends Omit<HookHead, "bytes"> {
  /** What the agent wrote to the hook's standard input. */
  readonly input: Uint8Array;
  /** Ends the question: nobody waits for its answer any more. */
  readonly signal: AbortSignal;
}

/** Answers an agent's hook with what a call would be answered. Never rejects: whatever fails stops the agent's call. */
export async function answerHook(runtime: Runtime, query: HookQuery): Promise<HookReply> {
  const agent = findHookAgent(query.agent);
  if (agent === null) return block(`no agent named ${JSON.stringify(query.agent)} is known here`);
  const parsed = parseEvent(query.input);
  if (!parsed.ok) return block(parsed.message);
  const { event } = parsed;
  try {
    const request = agent.read(event, query.folder);
    if (request.kind === "unreadable") return block(request.message);
    if (request.kind === "nothing") return agent.reply({ verdict: "nothing", reason: "" }, event);
    const caller = await runtime.control.localAgent(agent.name);
    const { approvals, timeLimitMs, signal } = query;
    const depth = Object.hasOwn(event, "agent_id") ? 1 : 0;
    const hints = { client: agent.name, depth };
    const answer = await judgeCalls(runtime, request.calls, { caller, hints, approvals, timeLimitMs, signal });
    return agent.reply(answer, event);
  } catch (error) {
    const id = randomUUID();
    logFailure(id, error);
    return block(`Toolgate failed unexpectedly (id ${id}); its log has the cause`);
  }
}
