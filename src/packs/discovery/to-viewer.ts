import type { HandlerContext } from "../../model/handler.ts";
import type { DiscoveryViewer } from "./create-discovery-pack.ts";

/** Whoever called, with what the call says of itself: a request that limits itself is told of no more than it may call. */
export function toViewer({ caller, session, hints = {} }: HandlerContext): DiscoveryViewer {
  return { caller, session: session.id, hints };
}
