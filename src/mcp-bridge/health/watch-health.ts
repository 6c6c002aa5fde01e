import type { Session } from "../connect/session.ts";
import type { Clock } from "./clock.ts";

const EVERY_MS = 30_000;
const ANSWER_MS = 10_000;
const MAX_FAILURES = 3;

export interface HealthListeners {
  readonly onWell: () => void;
  /** It did not answer three times in a row; nothing is looked at after that. */
  readonly onIll: () => void;
}

/**
 * Asks a server every 30 seconds whether it is there. While it works on a call it may be too busy to say: that is not held
 * against it, for the call has its own time. The returned function ends that.
 */
export function watchHealth(
  session: Pick<Session, "isWell" | "running">,
  clock: Clock,
  { onWell, onIll }: HealthListeners,
): () => void {
  let failures = 0;
  let isOver = false;
  let stop = (): void => undefined;
  const look = async (): Promise<void> => {
    const isWell = await session.isWell(ANSWER_MS);
    if (isOver) return;
    failures = isWell || session.running > 0 ? 0 : failures + 1;
    if (isWell) onWell();
    if (failures >= MAX_FAILURES) onIll();
    else wait();
  };
  const wait = (): void => {
    stop = clock.after(EVERY_MS, () => void look());
  };
  wait();
  return () => {
    isOver = true;
    stop();
  };
}
