import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { canonicalJson } from "../../../model/canonical-json.ts";
import type { Caller } from "../../../model/caller.ts";
import type { CallEvent } from "../../../model/call.ts";
import type { JsonValue } from "../../../model/json.ts";
import { toAbilities } from "../../../model/client-capabilities.ts";
import { canAsk, notAsked } from "../../../model/question.ts";
import type { AskClient, ClientAbilities } from "../../../model/question.ts";
import { askLive } from "./ask-live.ts";
import type { Notify } from "./ask-live.ts";
import type { CallAround, HeldCalls, HeldResult, HoldableCall } from "./held-calls.ts";
import { toClientRequest } from "./to-client-request.ts";
import type { RequestContext } from "../request-context.ts";
import { toCredentialOwner } from "../to-owner.ts";

/** One request that may lead to questions for the client. */
export interface AskingRequest<T> {
  readonly context: RequestContext;
  readonly held: HeldCalls;
  readonly caller: Caller;
  /** What of the request makes the call what it is: nothing of it may differ when the client comes back. */
  readonly about: readonly JsonValue[];
  /** What the client said it can do when it initialized; `undefined`: it did not, or nothing can be sent to it. */
  readonly capabilities: unknown;
  readonly notify: Notify;
  readonly signal: AbortSignal;
  readonly onEvent: ((event: CallEvent) => void) | undefined;
  readonly start: (around: CallAround & { readonly client: ClientAbilities }) => Promise<T>;
  /** As of a `HoldableCall`; for nothing but requests that stand on their own. */
  readonly arrange?: HoldableCall<T>["arrange"];
}

export type Answered<T> =
  | { readonly kind: "ended"; readonly result: T }
  /** For the client as it is. */
  | { readonly kind: "asks"; readonly result: InputRequiredResult }
  /** It goes on without this request; only where that was arranged. */
  | { readonly kind: "left" };

/**
 * Runs a call so that it can ask: over the open stream of clients that initialized, and by holding the call until its client
 * comes back with the answers, where requests stand on their own. @throws ProtocolError for a state that is not good here
 */
export async function runAsking<T>(request: AskingRequest<T>): Promise<Answered<T>> {
  const { context, signal, notify, onEvent, start } = request;
  const { envelope } = context.mcpReq;
  if (envelope !== undefined) {
    const { [CLIENT_CAPABILITIES_META_KEY]: said } = envelope as Readonly<Record<string, unknown>>;
    return runHeld(request, toAbilities(said));
  }
  const client = toAbilities(request.capabilities);
  return { kind: "ended", result: await start({ ask: askLive(context, client, notify), client, signal, onEvent }) };
}

async function runHeld<T>(request: AskingRequest<T>, client: ClientAbilities): Promise<Answered<T>> {
  const { context, held, caller, signal, onEvent } = request;
  const state = context.mcpReq.requestState<string>();
  const start = ({ ask, ...around }: CallAround): Promise<T> =>
    request.start({ ...around, client, ask: ask === undefined ? undefined : onlyWhat(client, ask) });
  const owner = toCredentialOwner(caller);
  const binding = toBinding([caller.tenant, caller.principal, caller.agent, caller.credential, ...request.about]);
  const answers = context.mcpReq.inputResponses ?? {};
  const call = { owner, binding, signal, onEvent, start, answers, arrange: request.arrange };
  const result = state === undefined ? held.begin(call) : held.resume(state, call);
  if (result === null) {
    const message =
      "Invalid requestState: it was not given out for this call, was used already, or its time is over; call again without it";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: "invalid_request_state" });
  }
  return toAnswered(await result);
}

/** Arguments that nest too deeply to be written down are refused when they are received: nothing is ever asked about them. */
function toBinding(parts: readonly JsonValue[]): string {
  try {
    return canonicalJson(parts);
  } catch (error) {
    if (error instanceof RangeError) return "nested too deeply";
    throw error;
  }
}

/** What the client cannot show is declined for it. */
function onlyWhat(client: ClientAbilities, ask: AskClient): AskClient {
  return (question, signal) => (canAsk(client, question) ? ask(question, signal) : Promise.resolve(notAsked(question)));
}

function toAnswered<T>(reached: HeldResult<T>): Answered<T> {
  if (reached.kind !== "asks") return reached;
  const requests = [...reached.questions].map(([key, question]) => [key, toClientRequest(question, true)] as const);
  const inputRequests = Object.fromEntries(requests) as NonNullable<InputRequiredResult["inputRequests"]>;
  return { kind: "asks", result: { resultType: "input_required", inputRequests, requestState: reached.state } };
}
