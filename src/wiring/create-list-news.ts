import type { Gate } from "../call/gate.ts";
import type { ListNews } from "../call/runtime.ts";
import type { Registry } from "../registry/registry.ts";
import { findNextExpiry } from "../policy/grants/find-next-expiry.ts";

export interface ListNewsParts {
  readonly gate: Pick<Gate, "upstream" | "currentPolicy" | "now">;
  readonly registry: Pick<Registry, "onChange">;
  readonly onError: (error: unknown) => void;
}

/** How often rules, grants and files are looked at, while anybody listens; what changes them may be another process. */
const LOOK_MS = 250;

/** Gathers what lists of callers hang on: tools, what servers offer, and what decides who may see them. */
export function createListNews({ gate, registry, onError }: ListNewsParts): ListNews {
  const listeners = new Set<Parameters<ListNews["follow"]>[0]>();
  let stops: readonly (() => void)[] = [];
  const tell: Parameters<ListNews["follow"]>[0] = (news) => {
    for (const listener of listeners) listener(news);
  };
  const start = (): void => {
    stops = [
      registry.onChange(() => tell({ kind: "visible" })),
      gate.upstream.onOffersChange((server, list) => tell({ kind: "offers", server, list })),
      followPolicy(gate, () => tell({ kind: "visible" }), onError),
    ];
  };
  const stop = (): void => {
    for (const one of stops) one();
  };
  return {
    follow(listener) {
      if (listeners.size === 0) start();
      // One of its own for each, for two may bring the same function.
      const own: typeof listener = (news) => listener(news);
      listeners.add(own);
      return () => {
        if (listeners.delete(own) && listeners.size === 0) stop();
      };
    },
  };
}

/** Tells when another policy holds, or a grant of the one that does is over. */
function followPolicy(
  { currentPolicy, now }: ListNewsParts["gate"],
  onNews: () => void,
  onError: (error: unknown) => void,
): () => void {
  let known: unknown = null;
  let until = Number.POSITIVE_INFINITY;
  const look = async (): Promise<void> => {
    const policy = await currentPolicy();
    const isNew = known !== null && (known !== policy || now() >= until);
    known = policy;
    until = findNextExpiry(policy, now());
    if (isNew) onNews();
  };
  look().catch(onError);
  const timer = setInterval(() => void look().catch(onError), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
