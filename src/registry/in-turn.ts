/** One run at a time; whoever asks during a run gets the run after it, because that one sees the newest state. */
export function inTurn<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;
  const start = (): Promise<Result> => {
    next = null;
    const current = run().finally(() => {
      if (running === current) running = null;
    });
    running = current;
    return current;
  };
  return () => {
    if (running === null) return start();
    next ??= running.then(start, start);
    return next;
  };
}
