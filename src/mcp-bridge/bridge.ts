import type { McpServer } from "../config/mcp/mcp-server.ts";
import type { McpPlan } from "../model/plan.ts";
import type { Withheld } from "../model/tool.ts";
import type { JudgedPin } from "./pins/judge-pins.ts";
import type { OfferList, UpstreamCall, UpstreamCatalogue, UpstreamResult, UpstreamState } from "./upstream.ts";

/** Every upstream server of this process, and what is known of their tools. */
export interface McpBridge {
  /** Of every declared server, by name. */
  readonly servers: () => readonly UpstreamView[];
  /** Connects to every enabled server that is not to wait for its first call, in the background. */
  start(): void;
  /** Connects to one server and waits for its tools. Rejects with `UpstreamError`. */
  connect(server: string, signal: AbortSignal): Promise<void>;
  /** Sees what any process has found out or accepted since; the tools that follow from it are published. */
  refresh(revision: number): Promise<void>;
  /** Why a tool of a server must not be called; `null`: it may, as far as is known. */
  withheld(server: string, tool: string): Withheld | null;
  /** What a connected server offers besides tools; nothing of others. Rejects when a list cannot be had. */
  catalogue(server: string, signal: AbortSignal): Promise<UpstreamCatalogue>;
  /** Hears when what a server offers besides tools may have changed. Returns how to stop. */
  onOffersChange(listener: (server: string, list: OfferList) => void): () => void;
  /**
   * Hears of changes of one resource, by its server's own URI, as soon as a call has had the server asked. Returns how to
   * stop; the server is asked for as long as anybody listens, also over later connections.
   */
  watch(server: string, uri: string, listener: () => void): () => void;
  /** Whether there is such a server, and it may be used. */
  has(server: string): boolean;
  /** Connects where needed. @throws Refused when what the server offers by then is not what was accepted */
  call(
    plan: McpPlan,
    call: Omit<UpstreamCall, "request" | "tool" | "arguments" | "definition">,
  ): Promise<UpstreamResult>;
  /**
   * Values that a server was given, to be taken out of what comes back. Connects where needed, since some are only opened
   * then; a server that cannot be reached was given none.
   */
  secretsOf(server: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Tells of every change of a connection, with the name of the server. Returns how to stop. */
  onState(listener: (server: string, state: UpstreamState) => void): () => void;
  /** Ends waiting for a server that failed, and tries anew. `false`: there is no such server. */
  retry(server: string): boolean;
  close(): Promise<void>;
}

/** One server, for people. */
export interface UpstreamView {
  readonly server: McpServer;
  readonly state: UpstreamState;
  /** By name as the server calls it; the server itself under `""`. Empty: never seen. */
  readonly pins: ReadonlyMap<string, JudgedPin>;
  /** Names of tools that the filters of the configuration leave out. */
  readonly filtered: readonly string[];
  /** Why tools of its list cannot be used at all. */
  readonly problems: readonly string[];
}
