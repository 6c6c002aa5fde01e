import type { Answer, AskClient, Question } from "../../../model/question.ts";
import { readAnswer } from "./read-answer.ts";

/** What one call has asked its client and was not told yet. */
export interface OpenQuestions {
  readonly ask: AskClient;
  /** Answers what is open; a name that nothing was asked under is kept for a question that may come. */
  readonly answer: (answers: Readonly<Record<string, unknown>>) => void;
  readonly size: number;
  /** By the names that they are answered under. */
  list(): ReadonlyMap<string, Question>;
  /** Tells what is open, at once and whenever that changes. Only the last listener is told. */
  readonly follow: (listener: (open: ReadonlyMap<string, Question>) => void) => void;
}

interface OpenQuestion {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
}

/** Answers that came before their questions; a client has no reason to send many. */
const MOST_EARLY = 32;

/** @param onAsked told once of what is asked at the same time */
export function createOpenQuestions(onAsked: () => void): OpenQuestions {
  const open = new Map<string, OpenQuestion>();
  const early = new Map<string, unknown>();
  const list = (): ReadonlyMap<string, Question> => new Map([...open].map(([key, { question }]) => [key, question]));
  let listener: (open: ReadonlyMap<string, Question>) => void = () => undefined;
  const tell = (): void => listener(list());
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
          if (open.get(key)?.resolve !== resolve) return;
          open.delete(key);
          reject(new Error("the call ended before the person answered"));
          tell();
        };
        open.set(key, { question, resolve });
        tell();
        signal.addEventListener("abort", stop, { once: true });
        if (signal.aborted) stop();
        // What is asked at the same time goes out together.
        setImmediate(onAsked);
      });
    },
    answer(answers) {
      early.clear();
      for (const [key, answer] of Object.entries(answers).slice(0, MOST_EARLY)) early.set(key, answer);
      for (const [key, { question, resolve }] of open) {
        const answer = take(key, question);
        if (answer === null) continue;
        open.delete(key);
        resolve(answer);
      }
      tell();
    },
    get size() {
      return open.size;
    },
    list,
    follow(told) {
      listener = told;
      tell();
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
