import type { Clock } from "../health/clock.ts";
import { createThrottle } from "../health/throttle.ts";
import type { Throttle } from "../health/throttle.ts";

/** Which resources of one server anybody here wants to hear of. The server is asked once for each, however many do. */
export interface WatchTable {
  /** Hears of changes of a resource, once a call had the server asked. Returns how to stop; after the last one it is not asked any more. */
  hold(uri: string, listener: () => void): () => void;
  /** Has the server asked where it is not yet. Resolves to why it does not speak of the resource; `null`: it does. */
  ask(uri: string): Promise<string | null>;
  /** The server says that one changed, or it may have. */
  updated(uri: string): void;
  close(): void;
}

export interface WatchTableParts {
  readonly clock: Clock;
  /** Tells the server which ones are wanted; resolves to those that it agreed to. */
  readonly watch: (uris: ReadonlySet<string>) => Promise<ReadonlySet<string>>;
  /** Resources of one server at most; each is one more thing that it has to remember. */
  readonly most?: number | undefined;
}

interface Held {
  readonly listeners: Set<() => void>;
  readonly throttle: Throttle;
  /** A call has had the server asked. */
  isAsked: boolean;
}

const MOST = 500;
/** However often a server says that something changed, nobody hears of it more often. */
const PACE = { pauseMs: 20, everyMs: 1_000 };

export function createWatchTable({ clock, watch, most = MOST }: WatchTableParts): WatchTable {
  const held = new Map<string, Held>();
  const wanted = (): ReadonlySet<string> => new Set([...held].flatMap(([uri, { isAsked }]) => (isAsked ? [uri] : [])));
  const open = (uri: string): Held => {
    const listeners = new Set<() => void>();
    const throttle = createThrottle(clock, PACE, () => {
      for (const listener of listeners) listener();
    });
    const one = { listeners, throttle, isAsked: false };
    held.set(uri, one);
    return one;
  };
  return {
    hold(uri, listener) {
      const one = held.get(uri) ?? open(uri);
      // One of its own for each who holds it, for two may bring the same function.
      const own = (): void => listener();
      one.listeners.add(own);
      return () => {
        if (!one.listeners.delete(own) || one.listeners.size > 0 || held.get(uri) !== one) return;
        one.throttle.stop();
        held.delete(uri);
        // What is gone is forgotten with its connection anyhow.
        if (one.isAsked) void watch(wanted()).catch(() => undefined);
      };
    },
    async ask(uri) {
      const one = held.get(uri);
      if (one === undefined) return "nobody waits for word of it any more";
      if (!one.isAsked && wanted().size >= most)
        return `${most} of its resources are watched already, which is the most`;
      one.isAsked = true;
      const problem = await watch(wanted()).then(
        (agreed) => (agreed.has(uri) ? null : "it does not say when this resource changes"),
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (problem !== null && held.get(uri) === one) one.isAsked = false;
      return problem;
    },
    updated(uri) {
      const one = held.get(uri);
      if (one?.isAsked === true) one.throttle.note();
    },
    close() {
      for (const { throttle } of held.values()) throttle.stop();
      held.clear();
    },
  };
}
