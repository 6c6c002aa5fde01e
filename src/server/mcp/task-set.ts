/** Work that somebody has to wait for before taking away what it stands on. */
export interface TaskSet {
  readonly add: (task: Promise<unknown>) => void;
  /** Resolves when nothing runs any more, whether it succeeded or not. */
  readonly settled: () => Promise<void>;
}

export function createTaskSet(): TaskSet {
  const tasks = new Set<Promise<unknown>>();
  return {
    add(task) {
      tasks.add(task);
      const forget = (): void => void tasks.delete(task);
      task.then(forget, forget);
    },
    async settled() {
      while (tasks.size > 0) await Promise.allSettled(tasks);
    },
  };
}
