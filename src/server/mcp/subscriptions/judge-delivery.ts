import type { ErrorCode } from "../../../model/errors.ts";
import type { Explanation } from "../../../call/runtime.ts";
import type { FoundResource, OfferSource } from "../../../mcp-bridge/offers/create-offer-source.ts";
import type { Subscriber } from "./subscription-desk.ts";

export interface Delivery extends Pick<Subscriber, "viewer" | "isValid"> {
  readonly found: FoundResource;
  /** Whether a human was asked when it began. */
  readonly wasAsked: boolean;
  /** Decides the very call that it began with once more; nothing runs. */
  readonly explain: () => Promise<Explanation>;
  readonly offers: Pick<OfferSource, "reach">;
}

/** What keeps a call from running for a while, and takes nothing from what its caller may do. */
const PASSING: readonly string[] = [
  "PAUSED",
  "RATE_LIMITED",
  "DRAINING",
  "TOO_MANY_CALLS",
] satisfies readonly ErrorCode[];

/**
 * Whether one more word of a change may go to a client that was let in before: it hears of nothing that it could not ask for
 * now. A yes of a human is for as long as the rules go on asking.
 */
export async function judgeDelivery(delivery: Delivery): Promise<"send" | "skip" | "end"> {
  const { found, viewer, wasAsked, isValid, explain, offers } = delivery;
  if (!(await isValid())) return "end";
  if (!(await offers.reach(viewer)).resources.has(found.server)) return "end";
  const { decision, refusal } = await explain();
  const code = refusal?.error.code ?? decision?.code ?? null;
  if (decision?.effect === "allow") return "send";
  if (decision?.effect === "ask") return wasAsked ? "send" : "end";
  return code !== null && PASSING.includes(code) ? "skip" : "end";
}
