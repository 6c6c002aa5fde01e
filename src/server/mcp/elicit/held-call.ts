import type { Answer, AskClient, Question } from "../../../model/question.ts";
import { readAnswer } from "./read-answer.ts";

/** What a call that may ask came to: its end, or questions by the names that the client answers them under. */
export type Reached<T> =
  | { readonly kind: "ended"; readonly result: T }
  | { readonly kind: "asks"; readonly round: number; readonly questions: ReadonlyMap<string, Question> };

/** One call that runs on while its client is away to ask somebody. */
export interface HeldCall<T> {
  readonly ask: AskClient;
  /** Gives it what it is to wait for. */
  start(call: Promise<T>): void;
  /** Answers what is open; a name that nothing was asked under is kept for a question that may come. */
  answer(answers: Readonly<Record<string, unknown>>): void;
  /** Waits for its end, or until it asks. Rejects as the call does. */
  next(): Promise<Reached<T>>;
}

interface OpenQuestion {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
}

/** Answers that came before their questions; a client has no reason to send many. */
const MOST_EARLY = 32;

export function createHeldCall<T>(): HeldCall<T> {
  const open = new Map<string, OpenQuestion>();
  const early = new Map<string, unknown>();
  let round = 0;
  let wake = (): void => undefined;
  let call: Promise<T> | null = null;
  // Each is good for one question: the next under the same name is another.
  const take = (key: string, question: Question): Answer | null => {
    const answer = readAnswer(question, early.get(key));
    early.delete(key);
    return answer;
  };
  return {
    ask(question, signal) {
      const key = toKey(question, open);
      const given = take(key, question);
      if (given !== null) return Promise.resolve(given);
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          if (open.delete(key)) reject(new Error("the call ended before the person answered"));
        };
        open.set(key, { question, resolve });
        signal.addEventListener("abort", stop, { once: true });
        if (signal.aborted) stop();
        // What is asked at the same time goes out together.
        setImmediate(() => wake());
      });
    },
    start: (started) => void (call = started),
    answer(answers) {
      early.clear();
      for (const [key, answer] of Object.entries(answers).slice(0, MOST_EARLY)) early.set(key, answer);
      for (const [key, { question, resolve }] of open) {
        const answer = take(key, question);
        if (answer === null) continue;
        open.delete(key);
        resolve(answer);
      }
    },
    async next() {
      if (call === null) throw new Error("nothing runs");
      const end = call.then((result) => ({ result }));
      for (;;) {
        const asked = new Promise<null>((resolve) => (wake = () => resolve(null)));
        if (open.size > 0) wake();
        const first = await Promise.race([end, asked]);
        if (first !== null) return { kind: "ended", result: first.result };
        if (open.size === 0) continue;
        round += 1;
        return { kind: "asks", round, questions: new Map([...open].map(([key, { question }]) => [key, question])) };
      }
    },
  };
}

/** The server's own name for it, as long as that is one and not taken. */
function toKey({ key }: Question, taken: ReadonlyMap<string, unknown>): string {
  if (key !== undefined && key.length <= 200 && !taken.has(key)) return key;
  let number = 1;
  while (taken.has(`question-${number}`)) number += 1;
  return `question-${number}`;
}
