import type { Runtime } from "../../../call/runtime.ts";
import type { Entry } from "../../../model/call.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { FoundResource, OfferViewer } from "../../../mcp-bridge/offers/create-offer-source.ts";
import { WATCH } from "../../../mcp-bridge/offers/passages.ts";
import { toCredentialOwner } from "../to-owner.ts";
import { judgeDelivery } from "./judge-delivery.ts";

/** Who wants to hear of changes, and how to ask for it. */
export interface Subscriber {
  readonly viewer: OfferViewer;
  /** Whether the credential that asked still stands for this caller. */
  readonly isValid: () => Promise<boolean>;
  /** Makes the call that asks for it: decided, approved and recorded as reading the resource is. */
  readonly run: (call: { readonly tool: string; readonly args: object }) => Promise<Outcome>;
}

export type Added =
  | { readonly ok: true }
  /** Nothing that this caller may see is there. */
  | { readonly ok: false; readonly why: "unknown" | "full" }
  | { readonly ok: false; readonly why: "refused"; readonly outcome: Outcome };

/** The resources that one client, or one stream of it, hears of. */
export interface Subscriptions {
  /** Makes sure that `send` hears of this resource, for as long as whoever asked may read it. */
  add(uri: string, by: Subscriber): Promise<Added>;
  remove(uri: string): void;
  close(): void;
}

export interface SubscriptionDesk {
  /** @param send told the URI of a resource that changed, as its client knows it */
  open(send: (uri: string) => void): Subscriptions;
}

export interface SubscriptionDeskParts {
  readonly runtime: Pick<Runtime, "offers" | "explain">;
  readonly entry: Entry;
  readonly onError: (error: Error) => void;
  /** Of one credential, over all its connections. */
  readonly most?: number | undefined;
}

const MOST = 200;

interface Held {
  readonly owner: string;
  readonly added: Promise<Added>;
  release: () => void;
  isOver: boolean;
}

/** Gives out subscriptions, so many for each credential. */
export function createSubscriptionDesk({ most = MOST, ...parts }: SubscriptionDeskParts): SubscriptionDesk {
  const counts = new Map<string, number>();
  const count = (owner: string, by: number): void => {
    const next = (counts.get(owner) ?? 0) + by;
    if (next === 0) counts.delete(owner);
    else counts.set(owner, next);
  };
  return {
    open(send) {
      const entries = new Map<string, Held>();
      const end = (uri: string, one: Held): void => {
        if (one.isOver) return;
        one.isOver = true;
        one.release();
        count(one.owner, -1);
        if (entries.get(uri) === one) entries.delete(uri);
      };
      const remove = (uri: string): void => {
        const one = entries.get(uri);
        if (one !== undefined) end(uri, one);
      };
      const add = async (uri: string, by: Subscriber): Promise<Added> => {
        const known = entries.get(uri);
        if (known !== undefined) return known.added;
        const owner = toCredentialOwner(by.viewer.caller);
        if ((counts.get(owner) ?? 0) >= most) return { ok: false, why: "full" };
        count(owner, 1);
        const { promise: added, resolve } = Promise.withResolvers<Added>();
        const one: Held = { owner, added, release: () => undefined, isOver: false };
        entries.set(uri, one);
        const result = await subscribe(uri, by, one, { ...parts, send, end: () => end(uri, one) }).catch(
          (error: unknown): Added => {
            parts.onError(error as Error);
            return { ok: false, why: "unknown" };
          },
        );
        if (!result.ok) end(uri, one);
        resolve(result);
        return result;
      };
      return {
        add,
        remove,
        close() {
          for (const uri of [...entries.keys()]) remove(uri);
        },
      };
    },
  };
}

type Around = Omit<SubscriptionDeskParts, "most"> & {
  readonly send: (uri: string) => void;
  readonly end: () => void;
};

async function subscribe(uri: string, by: Subscriber, one: Held, around: Around): Promise<Added> {
  const { runtime, entry, onError, send, end } = around;
  const found = await runtime.offers.findResource(uri, by.viewer);
  if (found === null) return { ok: false, why: "unknown" };
  const call = toCall(found);
  const { caller, session, hints } = by.viewer;
  const explain = (): ReturnType<Runtime["explain"]> => runtime.explain({ ...call, entry, caller, session, hints });
  const wasAsked = (await explain()).decision?.effect === "ask";
  // Before the call, so that nothing is missed between its end and the first word of the server.
  one.release = runtime.offers.watch(found, () => {
    void judgeDelivery({ ...by, found, wasAsked, explain, offers: runtime.offers })
      .catch((error: unknown) => {
        onError(error as Error);
        return "skip" as const;
      })
      .then((verdict) => {
        if (one.isOver || verdict === "skip") return;
        if (verdict === "end") end();
        else send(uri);
      });
  });
  if (one.isOver) one.release();
  const outcome = await by.run(call);
  return outcome.status === "success" ? { ok: true } : { ok: false, why: "refused", outcome };
}

function toCall({ tool, uri }: FoundResource): { readonly tool: string; readonly args: object } {
  return { tool, args: { uri, [WATCH]: true } };
}
