import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../../model/json.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { LeftCall } from "../elicit/left-call.ts";
import { createTask } from "./create-task.ts";
import type { Task } from "./create-task.ts";
import { createWatch } from "./listen/create-watch.ts";
import type { TaskWatch } from "./listen/create-watch.ts";
import { createRoom } from "./result-room.ts";

/** The tasks of one way in. They live as long as this process, and no longer. */
export interface Tasks {
  /** After how long a call that still runs becomes one. */
  readonly afterMs: number;
  /** Whether one more of this owner may be kept. */
  hasRoom(owner: string): boolean;
  /** Takes over a call. From now on only its end, `cancel` and its time end it. */
  adopt(owner: string, call: LeftCall<Outcome>): Task;
  /** `null`: this owner has no such task; whether somebody else has makes no difference. */
  find(id: string, owner: string): Task | null;
  /** Follows those of these tasks that there are. `null`: this owner follows too much already. */
  watch(ids: readonly string[], owner: string): TaskWatch | null;
  /** Waits `graceMs` for what runs, cancels the rest, and forgets all of it. */
  close(graceMs: number): Promise<void>;
}

export interface TasksOptions extends Partial<TaskLimits> {
  readonly afterMs: number;
  /** How long a task is kept, counted from its beginning; one that still runs then is cancelled. */
  readonly ttlMs: number;
  /** @default the system's */
  readonly now?: (() => number) | undefined;
}

export interface TaskLimits {
  /** Tasks at once, those that are over included. @default 1000 */
  readonly most: number;
  /** @default 100 */
  readonly mostPerOwner: number;
  /** Of one owner, that still run: a client that is gone must not hold what all calls share. @default 32 */
  readonly mostRunning: number;
  /** Of what came of them, as JSON. @default 64 MiB */
  readonly bytes: number;
  /** @default 16 MiB */
  readonly bytesPerOwner: number;
  /** How long a result is kept at least. @default 5 minutes */
  readonly keepMs: number;
  /** Streams that follow tasks. @default 1000 */
  readonly watches: number;
  /** @default 20 */
  readonly watchesPerOwner: number;
}

const MEBIBYTE = 1024 * 1024;
const LIMITS: TaskLimits = {
  most: 1000,
  mostPerOwner: 100,
  mostRunning: 32,
  bytes: 64 * MEBIBYTE,
  bytesPerOwner: 16 * MEBIBYTE,
  keepMs: 5 * 60_000,
  watches: 1000,
  watchesPerOwner: 20,
};
const LONGEST_TIMER_MS = 2_147_483_647;
/** Nobody guesses it. */
const ID_BYTES = 32;

export function createTasks({ afterMs, ttlMs, now = Date.now, ...others }: TasksOptions): Tasks {
  const limits = { ...LIMITS, ...others };
  const known = new Map<string, Task>();
  const timers = new Map<Task, NodeJS.Timeout>();
  const watches = new Map<TaskWatch, string>();
  const room = createRoom(limits);
  let isClosing = false;
  const drop = (task: Task): void => {
    clearTimeout(timers.get(task));
    timers.delete(task);
    known.delete(task.id);
    room.free(task.id);
    task.cancel();
  };
  const expire = (task: Task): void => {
    const leftMs = task.expiresAt - now();
    if (leftMs <= 0) drop(task);
    else timers.set(task, setTimeout(expire, Math.min(leftMs, LONGEST_TIMER_MS), task).unref());
  };
  const hasRoom = (owner: string): boolean => {
    if (isClosing || known.size >= limits.most) return false;
    const own = [...known.values()].filter((task) => task.owner === owner);
    return own.length < limits.mostPerOwner && own.filter((task) => !task.isOver).length < limits.mostRunning;
  };
  const find = (id: string, owner: string): Task | null => {
    const task = known.get(id);
    return task?.owner === owner ? task : null;
  };
  return {
    afterMs,
    hasRoom,
    adopt(owner, call) {
      const id = randomBytes(ID_BYTES).toString("base64url");
      const keep = room.keeperOf(id, owner, () => known.has(id));
      const task = createTask(call, { id, owner, now, ttlMs, keepMs: limits.keepMs, keep });
      known.set(id, task);
      expire(task);
      return task;
    },
    find,
    watch(ids, owner) {
      const own = [...watches.values()].filter((one) => one === owner).length;
      if (watches.size >= limits.watches || own >= limits.watchesPerOwner) return null;
      const tasks = ids.map((id) => find(id, owner)).filter((task) => task !== null);
      const watch = createWatch(tasks, () => watches.delete(watch));
      watches.set(watch, owner);
      return watch;
    },
    async close(graceMs) {
      isClosing = true;
      await settle(
        [...known.values()].map(({ ended }) => ended),
        graceMs,
      );
      for (const task of known.values()) drop(task);
      for (const watch of watches.keys()) watch.close();
    },
  };
}

async function settle(ends: readonly Promise<void>[], graceMs: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, graceMs, undefined);
  await Promise.race([over, Promise.all(ends)]);
  clearTimeout(timer);
}

/** For the member `JsonObject` of a result that is a task. */
export function toTaskResult(task: Task): JsonObject {
  return { resultType: "task", ...task.seed() };
}
