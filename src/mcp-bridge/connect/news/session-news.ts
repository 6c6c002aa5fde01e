import type { OfferList } from "../../upstream.ts";

/** What one open connection tells of by itself. */
export interface SessionNews {
  readonly onToolsChanged: () => void;
  readonly onOffersChanged: (list: OfferList) => void;
  /** Of a resource that is watched; the URI is the server's own. */
  readonly onUpdated: (uri: string) => void;
}
