import type { Store } from "../../storage/store.ts";

const POLL_MS = 250;

/**
 * Tools that another process put into the database touch no file. Calls notice them by themselves; whoever only waits
 * for the list to change does not, so this asks `currentTools` each time the database changed.
 */
export function followTools(
  store: Pick<Store, "revision">,
  currentTools: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  let seen: number | null = null;
  const look = async (): Promise<void> => {
    const revision = store.revision();
    if (revision === seen) return;
    await currentTools();
    seen = revision;
  };
  const timer = setInterval(() => void look().catch(onError), POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
