import { SdkErrorCode, SdkError } from "@modelcontextprotocol/client";
import type { CallToolRequestOptions, Client } from "@modelcontextprotocol/client";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { UpstreamCall, UpstreamResult } from "../upstream.ts";
import { answerQuestion, readQuestion } from "./answer-question.ts";
import { AS_IT_CAME } from "./as-it-came.ts";
import { readResult } from "./read-result.ts";
import type { RunningCall } from "./running-call.ts";
import { RAW_RESULT } from "./transport/raw-transport.ts";

/** Where a request says which lines of the log it wants. */
const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";
/** How often a server may ask for more before it answers. */
const MAX_ROUNDS = 10;
/** What a person is asked at once at most: whoever is asked too much says yes to anything. */
const MAX_QUESTIONS = 16;
/** Toolgate's own timer counts; the library's never fires before it. */
const NEVER_MS = 2_147_483_647;

export interface CallSurroundings {
  readonly client: Pick<Client, "callTool" | "request">;
  readonly server: string;
  /** Words for what broke. */
  readonly explain: (error: unknown) => string;
  /** Why the connection is over; `null`: it is not. */
  readonly lost: () => string | null;
}

/** One call over an open connection. Never rejects. */
export async function callTool(
  call: UpstreamCall,
  running: RunningCall,
  around: CallSurroundings,
): Promise<UpstreamResult["end"]> {
  try {
    return await runRounds(call, running, around);
  } catch (error) {
    const ended = running.ended();
    if (ended !== null) return { kind: ended };
    const reason = around.explain(error);
    const isLost = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed;
    const why = around.lost();
    return { kind: "failed", reason: isLost && why !== null ? `the connection to the server ended: ${why}` : reason };
  }
}

type Params = Parameters<Client["callTool"]>[0];

async function runRounds(
  call: UpstreamCall,
  running: RunningCall,
  { client, server }: CallSurroundings,
): Promise<UpstreamResult["end"]> {
  const first = toParams(call);
  const { request } = call;
  const send = (params: JsonObject, options: CallToolRequestOptions): Promise<object> =>
    request === undefined
      ? client.callTool(params as Params, options)
      : client.request({ method: request, params }, AS_IT_CAME, options);
  const options = toOptions(call, running.signal);
  let params = first;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = (await send(params, options)) as unknown as JsonObject;
    if (result["resultType"] !== "input_required") {
      return readResult((result["_meta"] as JsonObject)[RAW_RESULT] as JsonObject, request);
    }
    const { inputRequests = {}, requestState } = result;
    const inputResponses = await answerAll(server, inputRequests as JsonObject, running);
    params = {
      ...first,
      ...(Object.keys(inputResponses).length === 0 ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
  return { kind: "failed", reason: `the server asked for more ${MAX_ROUNDS} times without an answer` };
}

function toParams({ request, tool, arguments: given, meta, onEvent }: UpstreamCall): JsonObject {
  const params = request === undefined ? { name: tool, arguments: given } : given;
  // Servers of 2026-07-28 log for those requests alone that ask for it.
  const all = { ...meta, ...(onEvent === undefined ? {} : { [LOG_LEVEL_KEY]: "debug" }) };
  return { ...params, ...(Object.keys(all).length === 0 ? {} : { _meta: all }) };
}

function toOptions({ definition, onEvent }: UpstreamCall, signal: AbortSignal): CallToolRequestOptions {
  // Results are checked against the accepted schema later, without compiling anything.
  const mirrored = { ...definition, outputSchema: undefined };
  return {
    signal,
    timeout: NEVER_MS,
    allowInputRequired: true,
    toolDefinition: mirrored as unknown as NonNullable<CallToolRequestOptions["toolDefinition"]>,
    ...(onEvent === undefined
      ? {}
      : {
          onprogress: ({ progress, total, message }) => onEvent({ kind: "progress", progress, total, message }),
        }),
  };
}

/** Only questions for a person are answered; roots and sampling were never offered. */
async function answerAll(server: string, requests: JsonObject, running: RunningCall): Promise<JsonObject> {
  const all = Object.entries(requests);
  if (all.length > MAX_QUESTIONS) {
    throw new Error(`the server asked ${all.length} questions at once; at most ${MAX_QUESTIONS} are put to a person`);
  }
  const asked = all.map(([key, request]) => {
    const { method, params }: JsonObject = isObject(request) ? request : {};
    if (method !== "elicitation/create" || !isObject(params)) {
      throw new Error(`the server asked for ${JSON.stringify(method)}, which Toolgate does not give to servers`);
    }
    return { key, question: readQuestion(server, params, key) };
  });
  // Together: a client that cannot be asked in between gets all of them with one answer.
  const answers = asked.map(
    async ({ key, question }) => [key, await answerQuestion(question, running.ask, running.signal)] as const,
  );
  return Object.fromEntries(await Promise.all(answers));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
