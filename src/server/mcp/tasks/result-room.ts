import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { TaskChange, TaskEnd } from "./task-state.ts";

/** How much of what came of tasks is in memory. */
export interface ResultRoom {
  /** What gives an end its place; `isKnown`: whether anybody can still ask for it. */
  keeperOf(id: string, owner: string, isKnown: () => boolean): (ending: Ending) => Ending;
  free(id: string): void;
}

type Ending = Extract<TaskChange, { kind: "ends" }>;

/**
 * What has a place keeps it for its time; what finds none is not kept, and its task says so: one that was promised to
 * another client is not thrown away for it.
 */
export function createRoom(limits: { readonly bytes: number; readonly bytesPerOwner: number }): ResultRoom {
  const kept = new Map<string, { readonly owner: string; readonly bytes: number }>();
  const sum = (owner?: string): number =>
    [...kept.values()].reduce((all, one) => (owner === undefined || one.owner === owner ? all + one.bytes : all), 0);
  return {
    keeperOf: (id, owner, isKnown) => (ending) => {
      if (!isKnown()) return { kind: "ends", end: { status: "cancelled" }, message: null };
      const bytes = measure(ending.end);
      const fits = sum() + bytes <= limits.bytes && sum(owner) + bytes <= limits.bytesPerOwner;
      if (!fits) return toUnkept(bytes);
      kept.set(id, { owner, bytes });
      return ending;
    },
    free: (id) => void kept.delete(id),
  };
}

function measure(end: TaskEnd): number {
  return end.status === "cancelled" ? 0 : Buffer.byteLength(JSON.stringify(end));
}

function toUnkept(bytes: number): Ending {
  const message = `the call is over, but its result of ${bytes} bytes found no room beside other results that are kept`;
  const error = { code: ProtocolErrorCode.InternalError, message };
  return { kind: "ends", end: { status: "failed", error }, message };
}
