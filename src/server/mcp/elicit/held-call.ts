import type { Question } from "../../../model/question.ts";
import { createOpenQuestions } from "./open-questions.ts";
import type { OpenQuestions } from "./open-questions.ts";

/** What a call that may ask came to: its end, or questions by the names that the client answers them under. */
export type Reached<T> =
  | { readonly kind: "ended"; readonly result: T }
  | { readonly kind: "asks"; readonly round: number; readonly questions: ReadonlyMap<string, Question> };

/** One call that runs on while its client is away to ask somebody. */
export interface HeldCall<T> extends Pick<OpenQuestions, "ask" | "answer" | "follow"> {
  /** Gives it what it is to wait for. */
  start(call: Promise<T>): void;
  /** Waits for its end, or until it asks. Rejects as the call does. */
  next(): Promise<Reached<T>>;
  /** Its end, whatever it asks until then. */
  readonly ended: Promise<T>;
}

export function createHeldCall<T>(): HeldCall<T> {
  let round = 0;
  let wake = (): void => undefined;
  const questions = createOpenQuestions(() => wake());
  const { promise: ended, resolve: start } = Promise.withResolvers<T>();
  return {
    ask: questions.ask,
    answer: questions.answer,
    follow: questions.follow,
    start: (call) => start(call),
    ended,
    async next() {
      const end = ended.then((result) => ({ result }));
      for (;;) {
        const asked = new Promise<null>((resolve) => (wake = () => resolve(null)));
        if (questions.size > 0) wake();
        const first = await Promise.race([end, asked]);
        if (first !== null) return { kind: "ended", result: first.result };
        if (questions.size === 0) continue;
        round += 1;
        return { kind: "asks", round, questions: questions.list() };
      }
    },
  };
}
