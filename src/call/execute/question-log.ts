import { canAsk, notAsked } from "../../model/question.ts";
import type { Answer, AskClient, AskedQuestion, Question } from "../../model/question.ts";
import type { RawCall } from "../../model/call.ts";
import type { RunningCall } from "../gate.ts";

/** Whoever is asked more often than this says yes to anything. */
const MOST_QUESTIONS = 32;

/** What one call asked its client, for its record. */
export interface QuestionLog {
  /** Puts what the client can answer, up to a number, and notes that it did; `undefined`: nobody can be asked. */
  readonly ask: AskClient | undefined;
  /** `null`: nothing was asked, nor wanted to be. */
  readonly found: () => AskedInCall | null;
}

export interface AskedInCall {
  readonly asked: readonly AskedQuestion[];
  /** Absent: none. */
  readonly unasked?: number;
}

/** @param running the call; nothing is asked before it counts as running */
export function createQuestionLog(
  { ask, client }: Pick<RawCall, "ask" | "client">,
  running: () => Pick<RunningCall, "ask"> | null,
): QuestionLog {
  const asked: AskedQuestion[] = [];
  let unasked = 0;
  const put = async (question: Question, signal: AbortSignal, via: AskClient): Promise<Answer> => {
    const mayAsk = client !== undefined && canAsk(client, question) && asked.length < MOST_QUESTIONS;
    const answered = mayAsk ? (running()?.ask() ?? null) : null;
    if (answered === null) {
      unasked += 1;
      return notAsked(question);
    }
    const { kind, server, key = null, ...words } = question;
    const at =
      asked.push({
        kind,
        server,
        key,
        bytes: sizeOf({ ...words, completed: undefined }),
        answer: "none",
        answerBytes: 0,
      }) - 1;
    const answer = await via(question, signal).finally(answered);
    const answerBytes = answer.action === "accept" ? sizeOf(answer.content) : 0;
    asked[at] = { ...(asked[at] as AskedQuestion), answer: answer.action, answerBytes };
    return answer;
  };
  return {
    ask: ask === undefined ? undefined : (question, signal) => put(question, signal, ask),
    found: () => (asked.length + unasked === 0 ? null : { asked: [...asked], ...(unasked === 0 ? {} : { unasked }) }),
  };
}

function sizeOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
