import { AsyncLocalStorage } from "node:async_hooks";
import { ProtocolError } from "@modelcontextprotocol/client";
import type { Client, RequestId } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { LOG_LEVELS } from "../../model/call.ts";
import type { CallEvent } from "../../model/call.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { answerQuestion } from "./asking/answer-question.ts";
import type { Completions } from "./asking/await-completion.ts";
import { readQuestion } from "./asking/read-question.ts";
import { withCompletion } from "./asking/with-completion.ts";
import type { RunningCall } from "./running-call.ts";
import type { RawTransport } from "./transport/raw-transport.ts";

type Listener = (event: CallEvent) => void;

/** The calls of one connection, and which of them a server speaks of in between. */
export interface Calls {
  readonly running: { readonly size: number };
  readonly within: <T>(running: RunningCall, onEvent: Listener | undefined, act: () => Promise<T>) => Promise<T>;
}

/** A person did not want it, as the protocol says it of sampling. */
const REJECTED = -1;

/**
 * Knows which call a question or a log line of the server belongs to: the one on whose stream it came, or else the only one
 * that runs. A line may also name its call, or is told to all calls where they are of one owner. Where none of that is so,
 * nobody is asked and nobody is told.
 */
export function createCalls(
  client: Client,
  server: McpServer,
  transport: Pick<RawTransport, "onasked">,
  completions: Pick<Completions, "of">,
): Calls {
  const running = new Map<RunningCall, Listener | undefined>();
  const current = new AsyncLocalStorage<RunningCall>();
  const asked = new Map<RequestId, RunningCall>();
  transport.onasked = (id) => {
    const asking = current.getStore();
    if (asking !== undefined && running.has(asking)) asked.set(id, asking);
  };
  const find = (): RunningCall | undefined => {
    const [only, ...others] = running.keys();
    const found = current.getStore() ?? (others.length === 0 ? only : undefined);
    return found !== undefined && running.has(found) ? found : undefined;
  };
  const answer = async (method: string, given: unknown, signal: AbortSignal): Promise<JsonObject> => {
    const asking = find();
    if (asking === undefined) return refuseOutside(method);
    const both = AbortSignal.any([asking.signal, signal]);
    const params = (given ?? {}) as JsonObject;
    const read = readQuestion(server, asking.client, { method, params });
    if (read.kind === "refuse") throw new ProtocolError(read.code, read.reason);
    if (read.kind === "decline") return { action: "decline" };
    const question = withCompletion(read.question, params, completions);
    const answered = await answerQuestion(question, { ask: asking.ask, signal: both });
    if (answered === null) throw new ProtocolError(REJECTED, "the client declined");
    return answered;
  };
  for (const method of listMethods(server)) {
    client.setRequestHandler(method, ({ params }, { mcpReq }) => answer(method, params, mcpReq.signal) as never);
  }
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const level = LOG_LEVELS.find((known) => known === params.level);
    if (level === undefined) return;
    const about = find() ?? findNamed(params._meta, asked);
    for (const call of about === undefined ? listOfOneOwner(running) : [about]) {
      running.get(call)?.({ kind: "log", level, logger: params.logger, data: (params.data ?? null) as JsonValue });
    }
  });
  return {
    running,
    async within(call, onEvent, act) {
      running.set(call, onEvent);
      try {
        return await current.run(call, act);
      } finally {
        running.delete(call);
        for (const [id, other] of asked) if (other === call) asked.delete(id);
      }
    },
  };
}

/** The library takes the id of a request as its progress token, too. */
const NAMING = ["progressToken", "relatedRequestId", "requestId"] as const;

function findNamed(
  meta: Readonly<Record<string, unknown>> | undefined,
  asked: ReadonlyMap<RequestId, RunningCall>,
): RunningCall | undefined {
  const ids = NAMING.map((key) => meta?.[key]).filter((id) => typeof id === "string" || typeof id === "number");
  return ids.map((id) => asked.get(id)).find((call) => call !== undefined);
}

/** What one person's call made a server write may be about that person. */
function listOfOneOwner(running: ReadonlyMap<RunningCall, unknown>): readonly RunningCall[] {
  const calls = [...running.keys()];
  const isOne = calls.every(({ owner }) => owner !== undefined && owner === calls[0]?.owner);
  return isOne ? calls : [];
}

const METHODS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;

/** The library answers all others as a client does that never declared them. */
function listMethods({ sampling, roots }: McpServer): readonly (typeof METHODS)[number][] {
  const given = {
    "elicitation/create": true,
    "sampling/createMessage": sampling === true,
    "roots/list": roots === true,
  };
  return METHODS.filter((method) => given[method]);
}

/** Nobody is there to ask, or it is not known for whom: that may not become the answer of somebody else. */
function refuseOutside(method: string): JsonObject {
  if (method === "elicitation/create") return { action: "decline" };
  throw new ProtocolError(REJECTED, "there is a client to ask only in the middle of one of its calls");
}
