import { ProtocolError } from "@modelcontextprotocol/server";
import { canAsk, notAsked } from "../../../model/question.ts";
import type { Answer, AskClient, ClientAbilities } from "../../../model/question.ts";
import { readAnswer } from "./read-answer.ts";
import { toClientRequest } from "./to-client-request.ts";
import type { RequestContext } from "../request-context.ts";

/** Longer than any call may take: the call's own limit ends the wait. */
const NEVER_MS = 2_147_483_647;

/** Puts questions over the stream of the request that they belong to, one after the other; `undefined`: the client takes none. */
export function askLive({ mcpReq }: RequestContext, client: ClientAbilities): AskClient | undefined {
  if (!Object.values(client).includes(true)) return undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const ask = async (): Promise<Answer> => {
      signal.throwIfAborted();
      if (!canAsk(client, question)) return notAsked(question);
      const request = toClientRequest(question, false);
      const answer = await mcpReq.send(request as never, { signal, timeout: NEVER_MS }).catch((error: unknown) => {
        // A client says with an error that nobody wants its model to answer, or that it cannot.
        if (error instanceof ProtocolError) return notAsked(question);
        throw error;
      });
      return readAnswer(question, answer) ?? { action: "cancel" };
    };
    // A person can answer one at a time.
    const answered = last.then(ask, ask);
    last = answered.catch(() => undefined);
    return answered;
  };
}
