import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { CallerHints, Caller } from "../../model/caller.ts";
import type { ContentBlock } from "../../model/outcome.ts";
import type { Tool } from "../../model/tool.ts";
import type { McpBridge } from "../bridge.ts";
import { findOffer } from "./find-offer.ts";
import { createLinkMemory } from "./link-memory.ts";
import { OFFER_REQUESTS } from "./offers.ts";
import type { Offer, Offers } from "./offers.ts";
import { toPassageName } from "./passages.ts";
import { isLink, showLinks } from "./show-links.ts";
import { fromShownUri, toLinkedUri } from "./shown-uri.ts";
import { toOffers } from "./to-offers.ts";

/** What upstream servers offer besides tools, to whom. */
export interface OfferSource {
  /** Of connected servers that the viewer may ask for it; sorted by the names that clients see. */
  list(viewer: OfferViewer): Promise<Offers>;
  /** Names of connected servers that the viewer may ask for resources, and for prompts. No server is asked. */
  reach(viewer: OfferViewer): Promise<OfferReach>;
  /**
   * Where a URI leads that is listed, fits a listed template, or was handed to the viewer as a link; `null`: nowhere that they
   * may ask.
   */
  findResource(uri: string, viewer: OfferViewer): Promise<FoundResource | null>;
  /**
   * Hears of changes of a resource once a call of its tool with the argument `watch` had its server asked. Returns how to
   * stop. Whether whoever hears of them still may is not looked at here.
   */
  watch(resource: Pick<FoundResource, "server" | "uri">, listener: () => void): () => void;
  /**
   * What a server answered, with the links in it as clients know them. Whoever got one may ask for it from then on, whether it
   * is listed or not, where the server's name is in its address.
   */
  showLinks(content: readonly ContentBlock[], server: string, caller: Caller): readonly ContentBlock[];
}

export interface OfferViewer {
  readonly caller: Caller;
  readonly hints: CallerHints;
  readonly session?: string | undefined;
}

export interface OfferReach {
  readonly resources: ReadonlySet<string>;
  readonly prompts: ReadonlySet<string>;
}

export interface FoundResource {
  readonly server: string;
  /** The tool that reading it is judged as. */
  readonly tool: string;
  /** As its server knows it. */
  readonly uri: string;
}

export interface OfferParts {
  readonly bridge: Pick<McpBridge, "servers" | "catalogue" | "watch" | "onOffersChange">;
  /** Everything that the viewer may call, also what is not listed. */
  readonly visible: (viewer: OfferViewer) => Promise<readonly Tool[]>;
  /** Told, under the name of a server, why its lists cannot be shown. */
  readonly logFailure: (server: string, cause: unknown) => void;
}

/** How long a list is taken for what it was, unless its server says otherwise; a client asks for several of them at once. */
const FRESH_MS = 2_000;
const LIST_MS = 10_000;

interface Known {
  readonly since: number;
  readonly offers: Promise<Offers>;
}

export function createOfferSource({ bridge, visible, logFailure }: OfferParts): OfferSource {
  const known = new Map<string, Known>();
  bridge.onOffersChange((server) => known.delete(server));
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
    const tools = toMap(await visible(viewer));
    const servers = bridge.servers().toSorted((one, other) => toRank(one.server) - toRank(other.server));
    const all = await Promise.all(
      servers.map(({ server, state }) => {
        if (state.kind !== "ready") return Promise.resolve(NOTHING);
        return offersOf(server.name, async () =>
          toOffers(server, await bridge.catalogue(server.name, AbortSignal.timeout(LIST_MS))),
        );
      }),
    );
    const join = (kind: keyof Offers): readonly Offer[] =>
      inOrder(all.flatMap((offers) => offers[kind].filter(({ server }) => isVisible(server, kind, tools))));
    return { resources: join("resources"), templates: join("templates"), prompts: join("prompts") };
  };
  const links = createLinkMemory();
  const serverOf = (name: string): McpServer | undefined =>
    bridge.servers().find(({ server }) => server.name === name)?.server;
  const reach = async (viewer: OfferViewer): Promise<OfferReach> => {
    const tools = toMap(await visible(viewer));
    const ready = bridge.servers().filter(({ state }) => state.kind === "ready");
    const of = (kind: keyof Offers): ReadonlySet<string> =>
      new Set(ready.map(({ server }) => server.name).filter((name) => isVisible(name, kind, tools)));
    return { resources: of("resources"), prompts: of("prompts") };
  };
  return {
    list,
    reach,
    async findResource(uri, viewer) {
      const offer = findOffer(uri, await list(viewer), (name) => serverOf(name)?.layer === "user");
      const found = offer === null ? serverOf(links.find(viewer.caller, uri) ?? "") : serverOf(offer.server);
      if (found === undefined || (offer === null && !(await reach(viewer)).resources.has(found.name))) return null;
      const own = fromShownUri(found, uri);
      return own === null ? null : { server: found.name, tool: toPassageName(found.name, "resources/read"), uri: own };
    },
    watch: ({ server, uri }, listener) => bridge.watch(server, uri, listener),
    showLinks(content, name, caller) {
      // Few results have any, and every call of an upstream tool comes by here.
      const server = content.some(isLink) ? serverOf(name) : undefined;
      if (server === undefined) return content;
      return showLinks(content, (uri) => {
        const shown = toLinkedUri(server, uri);
        // Without a prefix an address does not say whose it is, and only lists do.
        if (shown !== uri && server.prefix !== "") links.note(caller, shown, name);
        return shown;
      });
    },
  };
}

const NOTHING: Offers = { resources: [], templates: [], prompts: [] };

function toRank({ layer }: McpServer): number {
  return layer === "user" ? 0 : 1;
}

function toMap(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** By the very way to its server: a tool of another one that is only called so leads elsewhere. */
function isVisible(server: string, kind: keyof Offers, tools: ReadonlyMap<string, Tool>): boolean {
  const request = OFFER_REQUESTS[kind];
  const backend = tools.get(toPassageName(server, request))?.backend;
  return backend?.kind === "mcp" && backend.server === server && backend.request === request;
}

/** Of two under one name, that of the server that is declared first, your own before those of a project. */
function inOrder(offers: readonly Offer[]): readonly Offer[] {
  const byName = new Map<string, Offer>();
  for (const offer of offers) {
    if (!byName.has(offer.shown)) byName.set(offer.shown, offer);
  }
  return [...byName.values()].sort((one, other) => (one.shown < other.shown ? -1 : 1));
}
