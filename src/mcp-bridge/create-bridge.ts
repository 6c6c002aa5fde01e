import type { McpServer } from "../config/mcp/mcp-server.ts";
import { Refused } from "../model/errors.ts";
import type { McpPlan } from "../model/plan.ts";
import { inTurn } from "../registry/in-turn.ts";
import type { StoredPin } from "../storage/upstream-repositories.ts";
import type { McpBridge, UpstreamView } from "./bridge.ts";
import { openServer, toPinMap } from "./open-server.ts";
import type { BridgeParts, OpenServer } from "./open-server.ts";
import { createOfferNews } from "./offers/offer-news.ts";
import { findWithheld } from "./pins/find-withheld.ts";
import { judgePins } from "./pins/judge-pins.ts";
import { createPublisher } from "./publish-tools.ts";
import type { Publish } from "./publish-tools.ts";
import { renderFailure } from "./render-failure.ts";
import { UpstreamError } from "./upstream.ts";
import type { UpstreamCall, UpstreamCatalogue, UpstreamResult } from "./upstream.ts";

const NOTHING: UpstreamCatalogue = { resources: [], templates: [], prompts: [] };

export interface BridgeOptions extends Omit<BridgeParts, "onNews" | "onOffersChanged" | "onState"> {
  readonly servers: readonly McpServer[];
  readonly publish: Publish;
  /** Values that were opened for a server so far. */
  readonly secretsOf: (server: string) => readonly string[];
}

/** Joins connections, what was accepted of each server, and the tools that follow from both. */
export function createBridge({ servers, publish, ...options }: BridgeOptions): McpBridge {
  const publishAll = createPublisher(publish, servers);
  const news = createOfferNews();
  const onNews = (): void => {
    publishAll([...open.values()]);
    for (const one of open.values()) news.show(one.server.name, findWithheld(one, "") === null);
  };
  const states = createStateNews();
  const parts: BridgeParts = { ...options, onNews, onState: states.tell, onOffersChanged: news.tell };
  const enabled = servers.filter((server) => server.enabled);
  const open = new Map(enabled.map((server) => [server.name, openServer(server, parts)]));
  let seen: number | null = null;
  const read = inTurn(async () => {
    const rows = await parts.pins.list(parts.workspace);
    for (const one of open.values()) one.pins = toPinMap(rows.filter((pin) => isOf(pin, one)));
    parts.onNews();
  });
  return {
    servers: () => servers.map((server) => toView(server, open.get(server.name))),
    start() {
      for (const one of open.values()) {
        if (one.server.lazy && one.pins.size > 0) continue;
        // Its state says why; it is tried again by itself.
        one.connection.connect(new AbortController().signal).catch(() => undefined);
      }
    },
    connect: async (name, signal) => connect(expectServer(open, name), signal),
    async refresh(revision) {
      if (revision === seen || open.size === 0) return;
      await read();
      seen = revision;
    },
    withheld(name, tool) {
      const one = open.get(name);
      return one === undefined || (one.pins.size === 0 && one.isWanted(tool)) ? null : findWithheld(one, tool);
    },
    catalogue: (name, signal) => catalogueOf(open.get(name), signal),
    onOffersChange: news.follow,
    watch: (name, uri, listener) => open.get(name)?.watches.hold(uri, listener) ?? (() => undefined),
    has: (name) => open.has(name),
    call: async (plan, call) => callTool(expectServer(open, plan.server), plan, call),
    async secretsOf(name, signal) {
      await open
        .get(name)
        ?.connection.connect(signal)
        .catch(() => undefined);
      return options.secretsOf(name);
    },
    onState: states.follow,
    retry(name) {
      open.get(name)?.connection.retry();
      return open.has(name);
    },
    async close() {
      for (const { watches } of open.values()) watches.close();
      await Promise.all([...open.values()].map(({ connection }) => connection.close()));
      await Promise.all([...open.values()].map(({ noting }) => noting));
    },
  };
}

/** Who hears of how connections stand. */
function createStateNews(): { readonly tell: BridgeParts["onState"]; readonly follow: McpBridge["onState"] } {
  const listeners = new Set<BridgeParts["onState"]>();
  return {
    tell: (server, state) => {
      for (const listener of listeners) listener(server, state);
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Of two rows for one name, in this workspace and everywhere, the one of the layer that the server stands in. */
function isOf(pin: StoredPin, { server, workspace }: OpenServer): boolean {
  return pin.server === server.name && pin.workspace === workspace;
}

/** Until it is ready, and what it listed last is noted: while that was done it may have been lost, and be another by now. */
async function connect(one: OpenServer, signal: AbortSignal): Promise<void> {
  let noting: Promise<void>;
  do {
    await one.connection.connect(signal);
    ({ noting } = one);
    await noting;
  } while (noting !== one.noting || one.connection.state.kind !== "ready");
}

/** Of a server that is not the one that was accepted, nothing is shown. */
async function catalogueOf(one: OpenServer | undefined, signal: AbortSignal): Promise<UpstreamCatalogue> {
  if (one === undefined || one.connection.state.kind !== "ready") return NOTHING;
  await one.noting;
  return findWithheld(one, "") === null ? one.connection.catalogue(signal) : NOTHING;
}

type CallOptions = Omit<UpstreamCall, "request" | "tool" | "arguments" | "definition">;

async function callTool(one: OpenServer, plan: McpPlan, call: CallOptions): Promise<UpstreamResult> {
  const startedAtMs = Date.now();
  try {
    await connect(one, call.signal);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const end = call.signal.aborted
      ? ({ kind: "cancelled" } as const)
      : ({ kind: "unavailable", reason: `${renderFailure(error)}; ${error.hint}` } as const);
    return { end, startedAtMs, durationMs: Date.now() - startedAtMs, software: null, protocolVersion: null };
  }
  // What it offers may have changed since the call was decided, and is known only now where it was asleep.
  const withheld = findWithheld(one, plan.tool);
  if (withheld !== null) throw new Refused("execute", withheld.code, withheld.message, { hint: withheld.hint });
  const { request, tool } = plan;
  if (request === "resources/subscribe") return subscribe(one, plan, startedAtMs);
  const definition = one.live?.get(plan.tool) ?? {};
  return one.connection.call({ ...call, request, tool, arguments: plan.arguments, definition });
}

/** The server is asked, unless it was already for somebody else who listens. */
async function subscribe(one: OpenServer, plan: McpPlan, startedAtMs: number): Promise<UpstreamResult> {
  const { uri } = plan.arguments;
  const reason = await one.watches.ask(typeof uri === "string" ? uri : "");
  const { state } = one.connection;
  const { software = null, protocolVersion = null } = state.kind === "ready" ? state : {};
  const end: UpstreamResult["end"] =
    reason === null
      ? { kind: "answered", isError: false, content: [], structured: undefined }
      : { kind: "failed", reason };
  return { end, startedAtMs, durationMs: Date.now() - startedAtMs, software, protocolVersion };
}

function expectServer(open: ReadonlyMap<string, OpenServer>, name: string): OpenServer {
  const one = open.get(name);
  if (one !== undefined) return one;
  const message = `there is no enabled MCP server named ${JSON.stringify(name)}`;
  throw new UpstreamError(message, "`toolgate servers list` shows those that there are");
}

function toView(server: McpServer, one: OpenServer | undefined): UpstreamView {
  const pins = judgePins([...(one?.pins.values() ?? [])]);
  return {
    server,
    state: one?.connection.state ?? { kind: "closed" },
    pins,
    filtered: one === undefined ? [] : [...pins.keys()].filter((tool) => tool !== "" && !one.isWanted(tool)),
    problems:
      one === undefined
        ? server.problem === undefined
          ? []
          : [server.problem]
        : [...one.problems, ...one.imported.problems()],
  };
}
