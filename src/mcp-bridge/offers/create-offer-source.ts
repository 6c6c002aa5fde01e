import type { CallerHints, Caller } from "../../model/caller.ts";
import type { Tool } from "../../model/tool.ts";
import type { McpBridge } from "../bridge.ts";
import { fitsTemplate } from "./fits-template.ts";
import type { Offer, Offers } from "./offers.ts";
import { fromShownUri } from "./shown-uri.ts";
import { toOffers } from "./to-offers.ts";

/** What upstream servers offer besides tools, to whom. */
export interface OfferSource {
  /** Of connected servers that the viewer may ask for it; sorted by the names that clients see. */
  list(viewer: OfferViewer): Promise<Offers>;
  /** Where a URI leads that is listed or fits a listed template; `null`: nowhere that the viewer may ask. */
  findResource(uri: string, viewer: OfferViewer): Promise<FoundResource | null>;
}

export interface OfferViewer {
  readonly caller: Caller;
  readonly hints: CallerHints;
  readonly session?: string | undefined;
}

export interface FoundResource {
  readonly server: string;
  /** The tool that reading it is judged as. */
  readonly tool: string;
  /** As its server knows it. */
  readonly uri: string;
}

export interface OfferParts {
  readonly bridge: Pick<McpBridge, "servers" | "catalogue">;
  /** Everything that the viewer may call, also what is not listed. */
  readonly visible: (viewer: OfferViewer) => Promise<readonly Tool[]>;
  /** Told, under the name of a server, why its lists cannot be shown. */
  readonly logFailure: (server: string, cause: unknown) => void;
}

/** How long a list is taken for what it was; a client asks for several of them at once. */
const FRESH_MS = 2_000;
const LIST_MS = 10_000;

interface Known {
  readonly since: number;
  readonly offers: Promise<Offers>;
}

export function createOfferSource({ bridge, visible, logFailure }: OfferParts): OfferSource {
  const known = new Map<string, Known>();
  const offersOf = (name: string, read: () => Promise<Offers>): Promise<Offers> => {
    const before = known.get(name);
    if (before !== undefined && Date.now() - before.since < FRESH_MS) return before.offers;
    const offers = read().catch((error: unknown) => {
      logFailure(name, error);
      return NOTHING;
    });
    known.set(name, { since: Date.now(), offers });
    return offers;
  };
  const list = async (viewer: OfferViewer): Promise<Offers> => {
    const names = new Set((await visible(viewer)).map(({ name }) => name));
    const all = await Promise.all(
      bridge.servers().map(({ server, state }) => {
        if (state.kind !== "ready") return Promise.resolve(NOTHING);
        return offersOf(server.name, async () =>
          toOffers(server, await bridge.catalogue(server.name, AbortSignal.timeout(LIST_MS))),
        );
      }),
    );
    const join = (kind: keyof Offers): readonly Offer[] =>
      inOrder(
        all.flatMap((offers) => offers[kind]),
        names,
      );
    return { resources: join("resources"), templates: join("templates"), prompts: join("prompts") };
  };
  return {
    list,
    async findResource(uri, viewer) {
      const { resources, templates } = await list(viewer);
      const offer =
        resources.find(({ shown }) => shown === uri) ?? templates.find(({ shown }) => fitsTemplate(uri, shown));
      const server = bridge.servers().find((one) => one.server.name === offer?.server)?.server;
      if (offer === undefined || server === undefined) return null;
      const own = fromShownUri(server, uri);
      return own === null ? null : { server: offer.server, tool: offer.tool, uri: own };
    },
  };
}

const NOTHING: Offers = { resources: [], templates: [], prompts: [] };

/** Of two under one name, that of the server that is declared first. */
function inOrder(offers: readonly Offer[], visible: ReadonlySet<string>): readonly Offer[] {
  const byName = new Map<string, Offer>();
  for (const offer of offers) {
    if (visible.has(offer.tool) && !byName.has(offer.shown)) byName.set(offer.shown, offer);
  }
  return [...byName.values()].sort((one, other) => (one.shown < other.shown ? -1 : 1));
}
