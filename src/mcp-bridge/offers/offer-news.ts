import type { OfferList } from "../upstream.ts";

type OfferListener = (server: string, list: OfferList) => void;

/** What servers offer besides tools, as far as it changes: who hears of it. */
export interface OfferNews {
  readonly follow: (listener: OfferListener) => () => void;
  readonly tell: OfferListener;
  /** Whether anything of a server is shown at all. */
  readonly show: (server: string, isShown: boolean) => void;
}

export function createOfferNews(): OfferNews {
  const listeners = new Set<OfferListener>();
  const shown = new Map<string, boolean>();
  const tell: OfferListener = (server, list) => {
    for (const listener of listeners) listener(server, list);
  };
  return {
    tell,
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(server, isShown) {
      if ((shown.get(server) ?? true) === isShown) return;
      shown.set(server, isShown);
      tell(server, "resources");
      tell(server, "prompts");
    },
  };
}
