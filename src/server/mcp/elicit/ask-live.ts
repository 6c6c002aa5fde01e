import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../../model/json.ts";
import { canAsk, notAsked } from "../../../model/question.ts";
import type { Answer, AskClient, ClientAbilities } from "../../../model/question.ts";
import { readAnswer } from "./read-answer.ts";
import { toClientRequest } from "./to-client-request.ts";
import type { ClientRequest } from "./to-client-request.ts";
import type { RequestContext } from "../request-context.ts";

/** The time of the call stands still meanwhile; after this long nobody is there. */
const LONGEST_MS = 30 * 60_000;

const CANCEL: Answer = { action: "cancel" };
/** Of 2025-11-25 alone: later there are no names of questions to say it of. */
const COMPLETE = "notifications/elicitation/complete";

/** Tells the client something that belongs to no request of its own. */
export type Notify = (message: { readonly method: string; readonly params: JsonObject }) => Promise<void>;

/**
 * Puts questions over the stream of the request that they belong to, one after the other; `undefined`: the client takes none.
 * @param notify for what is to be said of a question once its request has its answer
 */
export function askLive({ mcpReq }: RequestContext, client: ClientAbilities, notify: Notify): AskClient | undefined {
  if (!Object.values(client).includes(true)) return undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const ask = async (): Promise<Answer> => {
      signal.throwIfAborted();
      if (!canAsk(client, question)) return notAsked(question);
      const request = toClientRequest(question, false);
      const raw = await mcpReq.send(request as never, { signal, timeout: LONGEST_MS }).catch((error: unknown) => {
        // A client says with an error that nobody wants its model to answer, or that it cannot.
        if (error instanceof ProtocolError) return notAsked(question);
        if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return CANCEL;
        throw error;
      });
      const answer = readAnswer(question, raw) ?? CANCEL;
      if (question.kind === "url" && answer.action === "accept") tellWhenDone(question.completed, request);
      return answer;
    };
    const tellWhenDone = (completed: Promise<void> | undefined, { params }: ClientRequest): void => {
      const message = { method: COMPLETE, params: { elicitationId: params["elicitationId"] } } as const;
      const tell = (): Promise<void> => mcpReq.notify(message as never).catch(() => notify(message));
      // Whoever is gone by then does not have to know.
      void completed?.then(tell).catch(() => undefined);
    };
    // A person can answer one at a time.
    const answered = last.then(ask, ask);
    last = answered.catch(() => undefined);
    return answered;
  };
}
