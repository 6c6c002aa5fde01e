import type { JsonObject } from "../../../../model/json.ts";
import type { Task } from "../create-task.ts";

/** Some tasks, and what of them was not told yet: however slow a client is, never more than one state of each waits. */
export interface TaskWatch {
  readonly ids: readonly string[];
  readonly isClosed: boolean;
  /** A task as it is now that has changed since it was last taken; each counts as changed at first. `null`: none has. */
  take(): JsonObject | null;
  /** Resolves when there may be something to take, or it is closed. */
  changed(): Promise<void>;
  close(): void;
}

export function createWatch(tasks: readonly Task[], onClose: () => void): TaskWatch {
  const changed = new Set(tasks);
  let isClosed = false;
  let wake = (): void => undefined;
  const stops = tasks.map((task) =>
    task.onChange(() => {
      changed.add(task);
      wake();
    }),
  );
  return {
    ids: tasks.map(({ id }) => id),
    get isClosed() {
      return isClosed;
    },
    take() {
      const [task] = changed;
      if (task === undefined) return null;
      changed.delete(task);
      return task.whole();
    },
    changed() {
      if (changed.size > 0 || isClosed) return Promise.resolve();
      return new Promise((resolve) => (wake = resolve));
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const stop of stops) stop();
      onClose();
      wake();
    },
  };
}
