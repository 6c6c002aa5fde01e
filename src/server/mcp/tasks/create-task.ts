import type { JsonObject } from "../../../model/json.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { LeftCall } from "../elicit/left-call.ts";
import { toClientRequest } from "../elicit/to-client-request.ts";
import { createNaming } from "./name-questions.ts";
import type { NamedQuestions } from "./name-questions.ts";
import { renderTask, renderWholeTask } from "./render-task.ts";
import { applyChange, startTask } from "./task-state.ts";
import type { TaskChange } from "./task-state.ts";
import { toStatusMessage } from "./to-status-message.ts";
import { toTaskEnd } from "./to-task-end.ts";

/** One call that its client comes back for. */
export interface Task {
  readonly id: string;
  /** Whose it is; for everybody else there is no such task. */
  readonly owner: string;
  readonly isOver: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Resolves when it is over; never rejects. */
  readonly ended: Promise<void>;
  /** For whoever is told of it for the first time. */
  seed(): JsonObject;
  /** All of it. */
  whole(): JsonObject;
  /** Answers what is open; any other name, and what is no answer, is ignored. */
  answer(responses: Readonly<Record<string, unknown>>): void;
  /** Ends the call; where that is over already, nothing happens. */
  cancel(): void;
  /** Words alone are told of at most twice a second. Returns how to stop listening. */
  onChange(listener: () => void): () => void;
}

type Ending = Extract<TaskChange, { kind: "ends" }>;

export interface TaskOptions {
  readonly id: string;
  readonly owner: string;
  readonly now: () => number;
  /** From now on. */
  readonly ttlMs: number;
  /** For how long it is kept at least once it is over. */
  readonly keepMs: number;
  /** Finds room for what came of it, or something to say instead. */
  readonly keep: (ending: Ending) => Ending;
}

const QUIET_MS = 500;

export function createTask(call: LeftCall<Outcome>, options: TaskOptions): Task {
  const { id, owner, now } = options;
  let frame = { id, createdAt: now(), ttlMs: options.ttlMs };
  let state = startTask(now(), call.told === null ? null : toStatusMessage(call.told));
  let named: NamedQuestions = new Map();
  const toNamed = createNaming();
  const bell = createBell();
  const change = (made: TaskChange): void => {
    const next = applyChange(state, made, now());
    if (next === state) return;
    state = next;
    bell.ring(made.kind !== "says");
  };
  call.listen((event) => {
    const message = toStatusMessage(event);
    if (message !== null) change({ kind: "says", message });
  });
  call.follow((open) => {
    named = toNamed(open);
    const requests = [...named].map(([name, { question }]) => [name, toClientRequest(question, true)] as const);
    change({ kind: "asks", open: new Map(requests) });
  });
  const ended = call.ended
    .then(toTaskEnd, () => UNEXPECTED)
    .then((ending) => {
      frame = { ...frame, ttlMs: Math.max(frame.ttlMs, now() - frame.createdAt + options.keepMs) };
      change(options.keep(ending));
    });
  return {
    id,
    owner,
    ended,
    get isOver() {
      return state.end !== null;
    },
    get expiresAt() {
      return frame.createdAt + frame.ttlMs;
    },
    seed: () => renderTask(frame, state),
    whole: () => renderWholeTask(frame, state),
    answer(responses) {
      for (const [name, { own }] of named) {
        if (state.open.has(name) && Object.hasOwn(responses, name)) call.answer(own, responses[name]);
      }
    },
    cancel() {
      if (state.end === null) call.cancel();
    },
    onChange: bell.listen,
  };
}

const UNEXPECTED: Ending = {
  kind: "ends",
  end: { status: "failed", error: { code: -32603, message: "Toolgate failed unexpectedly" } },
  message: "Toolgate failed unexpectedly",
};

interface Bell {
  /** At once, or together with what else happens soon. */
  readonly ring: (isPressing: boolean) => void;
  readonly listen: (listener: () => void) => () => void;
}

function createBell(): Bell {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) listener();
  };
  return {
    ring(isPressing) {
      if (isPressing) tell();
      else timer ??= setTimeout(tell, QUIET_MS).unref();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
