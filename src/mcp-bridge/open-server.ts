import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { PinRepository, StoredPin } from "../storage/upstream-repositories.ts";
import { isWanted } from "./is-wanted.ts";
import { readListing } from "./import/read-listing.ts";
import { createToolImport } from "./import/tool-import.ts";
import type { ToolImport } from "./import/tool-import.ts";
import type { Tool } from "../model/tool.ts";
import { SYSTEM_CLOCK } from "./health/clock.ts";
import type { Clock } from "./health/clock.ts";
import { createThrottle } from "./health/throttle.ts";
import { toPassages } from "./offers/passages.ts";
import { createWatchTable } from "./offers/watch-table.ts";
import type { WatchTable } from "./offers/watch-table.ts";
import { observeListing } from "./pins/observe-listing.ts";
import type { Offer } from "./pins/observe-listing.ts";
import { hidesText } from "./scan/hides-text.ts";
import type { OfferList, UpstreamConnection, UpstreamListeners, UpstreamListing, UpstreamState } from "./upstream.ts";

export interface BridgeParts {
  readonly workspace: string;
  readonly pins: PinRepository;
  /** Makes what speaks to one server; nothing is started by that. */
  readonly open: (server: McpServer, listeners: UpstreamListeners) => UpstreamConnection;
  /** Called when what is known of a server has changed. */
  readonly onNews: () => void;
  /** Called when its connection has. */
  readonly onState: (server: string, state: UpstreamState) => void;
  /** Called when what a server offers besides tools may have changed. */
  readonly onOffersChanged: (server: string, list: OfferList) => void;
  /** @default the system's */
  readonly clock?: Clock | undefined;
  readonly now: () => Date;
  /** Told, under the name of a server, what went wrong outside of any call. */
  readonly logFailure: (server: string, cause: unknown) => void;
}

/** One server in this process. */
export interface OpenServer {
  readonly server: McpServer;
  /** Whose rows are its own; `null`: a server of the user, the same everywhere. */
  readonly workspace: string | null;
  readonly connection: UpstreamConnection;
  readonly imported: ToolImport;
  /** What else than its tools may be asked of it. */
  readonly passages: readonly Tool[];
  /** Which of its resources anybody here wants to hear of. */
  readonly watches: WatchTable;
  /** Whether the configuration lets a tool of it be used at all. */
  readonly isWanted: (tool: string) => boolean;
  /** What this process's own connection was told last; `null`: nothing yet. */
  live: Offer | null;
  /** By the name of the tool; the server itself under `""`. */
  pins: ReadonlyMap<string, StoredPin>;
  /** Why parts of its list are no tools. */
  problems: readonly string[];
  /** Work on a listing that is under way. */
  noting: Promise<void>;
}

/** Opens one server: what it lists is noted in the database before anything follows from it. */
export function openServer(server: McpServer, parts: BridgeParts): OpenServer {
  const news = createOfferNews(server.name, parts);
  const one: OpenServer = {
    server,
    workspace: server.layer === "user" ? null : parts.workspace,
    connection: parts.open(server, {
      onListing: (listing) => {
        one.noting = one.noting
          .then(() => noteListing(one, listing, parts))
          .catch((error: unknown) => {
            // What could not be noted is not known to be what was accepted.
            one.live = new Map();
            parts.onNews();
            parts.logFailure(server.name, error);
          });
      },
      onState: (state) => {
        parts.onState(server.name, state);
        // What is not connected offers nothing.
        if (state.kind === "closed") news.stop();
        else news.all();
      },
      onOffersChanged: news.one,
      onUpdated: (uri) => one.watches.updated(uri),
    }),
    watches: createWatchTable({ clock: parts.clock ?? SYSTEM_CLOCK, watch: (uris) => one.connection.watch(uris) }),
    imported: createToolImport(server),
    passages: toPassages(server),
    isWanted: (tool) => isWanted(tool, server),
    live: null,
    pins: new Map(),
    problems: [],
    noting: Promise.resolve(),
  };
  return one;
}

/** However often a server says that its lists changed, nobody is sent to look at them more often. */
const OFFERS_PACE = { pauseMs: 100, everyMs: 2_500 };

interface OfferNews {
  readonly one: (list: OfferList) => void;
  readonly all: () => void;
  readonly stop: () => void;
}

function createOfferNews(server: string, { clock = SYSTEM_CLOCK, onOffersChanged }: BridgeParts): OfferNews {
  const lists = ["resources", "prompts"] as const;
  const throttles = new Map(
    lists.map((list) => [list, createThrottle(clock, OFFERS_PACE, () => onOffersChanged(server, list))]),
  );
  return {
    one: (list) => throttles.get(list)?.note(),
    all: () => {
      for (const throttle of throttles.values()) throttle.note();
    },
    stop: () => {
      for (const throttle of throttles.values()) throttle.stop();
    },
  };
}

async function noteListing(one: OpenServer, listing: UpstreamListing, parts: BridgeParts): Promise<void> {
  const { server, workspace } = one;
  const { offer, problems } = readListing(listing, server);
  const seen = { server: server.name, workspace, now: parts.now().toISOString(), isSuspicious: hidesText };
  const pins = await parts.pins.change({ server: server.name, workspace }, (before) =>
    observeListing(before, offer, seen),
  );
  one.pins = toPinMap(pins);
  one.live = offer;
  one.problems = problems;
  parts.onNews();
}

export function toPinMap(pins: readonly StoredPin[]): OpenServer["pins"] {
  return new Map(pins.map((pin) => [pin.tool, pin]));
}
