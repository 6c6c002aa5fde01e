import type { OfferViewer } from "../../../mcp-bridge/offers/create-offer-source.ts";
import type { McpServerOptions } from "../create-mcp-server.ts";
import { toHints } from "../read-list-hints.ts";
import type { Subscriber } from "./subscription-desk.ts";

/** What the request of the stream said of itself, and whether its credential still stands. */
export interface StreamRequest extends Pick<Subscriber, "isValid"> {
  readonly viewer: OfferViewer;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/** Whoever listens over a stream: it has no room for a question, so nothing waits there for a person. */
export function toStreamSubscriber(
  { viewer, meta, isValid }: StreamRequest,
  { runtime, entry, track }: Pick<McpServerOptions, "runtime" | "entry" | "track">,
): Subscriber {
  const { caller, session } = viewer;
  return {
    viewer,
    isValid,
    run({ tool, args }) {
      const call = runtime.call({ entry, tool, args, caller, session, hints: toHints(meta), hold: false });
      track(call);
      return call;
    },
  };
}
