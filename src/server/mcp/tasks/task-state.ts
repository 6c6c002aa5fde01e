import type { JsonObject } from "../../../model/json.ts";
import type { ClientRequest } from "../elicit/to-client-request.ts";

/** What became of a call that is a task, as the protocol has it. */
export type TaskEnd =
  /** `result` is what the request would have been answered with, errors of the tool included. */
  | { readonly status: "completed"; readonly result: JsonObject }
  /** `error` is an error of the protocol: the tool said nothing. */
  | { readonly status: "failed"; readonly error: JsonObject }
  | { readonly status: "cancelled" };

/** Where a task stands. Times are milliseconds since 1970. */
export interface TaskState {
  readonly end: TaskEnd | null;
  /** What the client has to answer before it goes on, by the names that it answers them under. */
  readonly open: ReadonlyMap<string, ClientRequest>;
  /** For the person and the model; `null`: nothing is to be said. */
  readonly message: string | null;
  readonly updatedAt: number;
}

export type TaskChange =
  | { readonly kind: "says"; readonly message: string }
  | { readonly kind: "asks"; readonly open: ReadonlyMap<string, ClientRequest> }
  | { readonly kind: "ends"; readonly end: TaskEnd; readonly message: string | null };

export function startTask(now: number, message: string | null = null): TaskState {
  return { end: null, open: new Map(), message, updatedAt: now };
}

/** What follows from a change; what has ended stays as it is. */
export function applyChange(state: TaskState, change: TaskChange, now: number): TaskState {
  if (state.end !== null) return state;
  switch (change.kind) {
    case "says":
      return change.message === state.message ? state : { ...state, message: change.message, updatedAt: now };
    case "asks":
      // A name stands for one question as long as there is the task.
      if (change.open.size === state.open.size && [...change.open.keys()].every((name) => state.open.has(name)))
        return state;
      return { ...state, open: change.open, updatedAt: now };
    case "ends":
      return { end: change.end, open: new Map(), message: change.message, updatedAt: now };
  }
}

export function toStatus({ end, open }: TaskState): TaskEnd["status"] | "working" | "input_required" {
  if (end !== null) return end.status;
  return open.size > 0 ? "input_required" : "working";
}
