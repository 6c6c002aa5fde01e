import type { CallEvent } from "../../../model/call.ts";
import type { Question } from "../../../model/question.ts";

/** A call that goes on without the request that began it: whoever has this is all that can end it. */
export interface LeftCall<T> {
  /** The last event so far that says how far it is. */
  readonly told: CallEvent | null;
  readonly ended: Promise<T>;
  listen(onEvent: (event: CallEvent) => void): void;
  /** Tells what is open, by the names that the call knows, at once and whenever that changes. */
  follow(onOpen: (open: ReadonlyMap<string, Question>) => void): void;
  /** Answers one open question; what is no answer to it changes nothing. */
  answer(key: string, answer: unknown): void;
  cancel(): void;
}
