import type { DiscoverySource, DiscoveryViewer } from "../../packs/discovery/create-discovery-pack.ts";
import type { Disclosure } from "../../registry/disclosure/create-disclosure.ts";
import type { ToolSearch } from "../../registry/search/create-tool-search.ts";

/** What the tools that find others look at. They are tools themselves, so they hear of the others later. */
export interface ConnectedDiscovery extends DiscoverySource {
  /** To be called once, when everything is put together. */
  connect(disclosure: Disclosure, search: ToolSearch): void;
}

export function createDiscoverySource(descriptions: DiscoverySource["descriptions"]): ConnectedDiscovery {
  let connected: { readonly disclosure: Disclosure; readonly search: ToolSearch } | null = null;
  const whole = (): NonNullable<typeof connected> => {
    if (connected === null) throw new Error("tools were looked for before anything was put together");
    return connected;
  };
  return {
    descriptions,
    search: async (query, viewer: DiscoveryViewer, limit) => {
      const { disclosure, search } = whole();
      return search.search(await disclosure.all(viewer), query, limit).map(({ tool }) => tool);
    },
    groups: (viewer) => whole().disclosure.groups(viewer),
    load: (viewer, groups) => whole().disclosure.load(viewer, groups),
    loaded: (session) => whole().disclosure.loaded(session),
    isFollowed: (session) => whole().disclosure.isFollowed(session),
    connect: (disclosure, search) => {
      connected = { disclosure, search };
    },
  };
}
