import type { Clock } from "../../mcp-bridge/health/clock.ts";

/** Of one name, in one span. */
const MOST = 10;
const SPAN_MS = 60_000;

export interface BoundNews<News> {
  readonly tell: (name: string, news: News) => void;
  readonly close: () => void;
}

interface Span {
  readonly since: number;
  told: number;
  left: number;
  stop: (() => void) | null;
}

/**
 * Lets through at most ten news of each name a minute. Of more, the last is told at the end of the minute with how many were
 * left out before it: what is true in the end is always told.
 */
export function createBoundNews<News>(
  clock: Clock,
  tell: (name: string, news: News, leftOut: number) => void,
): BoundNews<News> {
  const spans = new Map<string, Span>();
  return {
    tell: (name, news) => {
      const known = spans.get(name);
      const isOver = known === undefined || (known.stop === null && clock.now() - known.since >= SPAN_MS);
      const span: Span = isOver ? { since: clock.now(), told: 0, left: 0, stop: null } : known;
      spans.set(name, span);
      if (span.told < MOST) {
        span.told += 1;
        tell(name, news, 0);
        return;
      }
      const before = span.left;
      span.left += 1;
      span.stop?.();
      span.stop = clock.after(Math.max(0, span.since + SPAN_MS - clock.now()), () => {
        spans.delete(name);
        tell(name, news, before);
      });
    },
    close: () => {
      for (const { stop } of spans.values()) stop?.();
    },
  };
}
