import type { JsonObject, JsonValue } from "../../../model/json.ts";
import { toStatus } from "./task-state.ts";
import type { TaskState } from "./task-state.ts";

/** What of a task never changes, and how long it is kept. */
export interface TaskFrame {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly ttlMs: number;
}

/** How often a client should look, at most. */
const POLL_MS = 1000;

/** A task without what came of it and what it asks: the answer to the request that became it. */
export function renderTask({ id, createdAt, ttlMs }: TaskFrame, state: TaskState): JsonObject {
  return {
    taskId: id,
    status: toStatus(state),
    ...(state.message === null ? {} : { statusMessage: state.message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(state.updatedAt).toISOString(),
    ttlMs,
    pollIntervalMs: POLL_MS,
  };
}

/** All that there is to know of a task now. */
export function renderWholeTask(frame: TaskFrame, state: TaskState): JsonObject {
  return { ...renderTask(frame, state), ...renderOwn(state) };
}

function renderOwn({ end, open }: TaskState): JsonObject {
  switch (end?.status) {
    case "completed":
      return { result: end.result };
    case "failed":
      return { error: end.error };
    case "cancelled":
      return {};
    case undefined: {
      const requests = [...open].map(([name, request]) => [name, request as unknown as JsonValue] as const);
      return open.size === 0 ? {} : { inputRequests: Object.fromEntries(requests) };
    }
  }
}
