import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { toMcpServer } from "../../config/mcp/to-mcp-server.ts";
import { createEgressClient } from "../../egress/client/create-egress-client.ts";
import type { JsonObject } from "../../model/json.ts";
import { createProcessRunner } from "../../process/create-process-runner.ts";
import type { Clock } from "../health/clock.ts";
import type { UpstreamCall, UpstreamConnection, UpstreamListing, UpstreamState } from "../upstream.ts";
import { createUpstreamConnection } from "./create-upstream-connection.ts";
import type { UpstreamParts } from "./upstream-parts.ts";

export function upstreamFixture(name: string): string {
  return fileURLToPath(new URL(`../../../test/fixtures/mcp-upstream/${name}`, import.meta.url));
}

/** A server as the configuration gives it. */
export function toServer(changes: Partial<McpServer>): McpServer {
  return { ...toMcpServer("up", "user", { command: process.execPath, prefix: "" }), ...changes };
}

export function stdioServer(script: string, changes: Partial<McpServer> = {}): McpServer {
  return toServer({ args: [upstreamFixture(script)], ...changes });
}

/** Time that passes only when it is told to; waits for nothing else. */
export interface HeldClock extends Clock {
  readonly pass: (ms: number) => void;
  /** How long each timer that waits has still to go, in order. */
  readonly waiting: () => readonly number[];
}

export function createHeldClock(): HeldClock {
  let now = 1_000_000;
  const timers = new Map<object, { readonly at: number; readonly action: () => void }>();
  const due = (until: number): [object, { readonly at: number; readonly action: () => void }] | undefined =>
    [...timers].filter(([, { at }]) => at <= until).toSorted(([, one], [, other]) => one.at - other.at)[0];
  return {
    now: () => now,
    after: (delayMs, action) => {
      const key = {};
      timers.set(key, { at: now + delayMs, action });
      return () => void timers.delete(key);
    },
    pass: (ms) => {
      const until = now + ms;
      for (let next = due(until); next !== undefined; next = due(until)) {
        timers.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].action();
      }
      now = until;
    },
    waiting: () => [...timers.values()].map(({ at }) => at - now).toSorted((one, other) => one - other),
  };
}

export interface UpstreamWorld {
  readonly runner: ReturnType<typeof createProcessRunner>;
  readonly open: (server: McpServer, changes?: Partial<UpstreamParts>) => OpenUpstream;
  /** Starts a script that prints its port, and returns that. */
  readonly serve: (script: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface OpenUpstream {
  readonly connection: UpstreamConnection;
  readonly listings: UpstreamListing[];
  readonly states: UpstreamState[];
  readonly connect: () => Promise<void>;
  readonly call: (
    tool: string,
    args?: JsonObject,
    changes?: Partial<UpstreamCall>,
  ) => ReturnType<UpstreamConnection["call"]>;
  readonly names: () => readonly string[];
}

const DEFAULTS: Omit<UpstreamParts, "runner" | "egress"> = {
  environment: { PATH: process.env["PATH"], HOME: "/nowhere", LANG: "C", SECRET_OF_GATEWAY: "no" },
  isSecretVariable: (name) => name.startsWith("TOOLGATE_"),
  workspace: "/",
  findProgram: (name) => (name.startsWith("/") ? name : null),
  openSecrets: () => Promise.resolve({}),
  scrub: (text) => text.replaceAll(/token=\w+/g, "[REDACTED]"),
  privateAddresses: [],
  maxResultBytes: 1_000_000,
  version: "0.0.0",
  probeMs: 2_000,
};

/** Real processes and real loopback servers, all gone after `close`. */
export function createUpstreamWorld(): UpstreamWorld {
  const runner = createProcessRunner({ killGraceMs: 200 });
  const egress = createEgressClient();
  const opened: UpstreamConnection[] = [];
  const served: (() => void)[] = [];
  return {
    runner,
    open: (server, changes = {}) => {
      const listings: UpstreamListing[] = [];
      const states: UpstreamState[] = [];
      const parts = { ...DEFAULTS, runner, egress, ...changes };
      const connection = createUpstreamConnection(server, parts, {
        onListing: (listing) => void listings.push(listing),
        onState: (state) => void states.push(state),
      });
      opened.push(connection);
      const signal = new AbortController().signal;
      return {
        connection,
        listings,
        states,
        connect: () => connection.connect(signal),
        call: (tool, args = {}, more = {}) =>
          connection.call({
            tool,
            arguments: args,
            definition: { name: tool, inputSchema: {} },
            meta: {},
            timeoutMs: 30_000,
            signal,
            ...more,
          }),
        names: () => (listings.at(-1)?.tools ?? []).map((tool) => JSON.stringify((tool as JsonObject)["name"])),
      };
    },
    serve: async (script) => {
      const child = spawn(process.execPath, [upstreamFixture(script)], { stdio: ["ignore", "pipe", "inherit"] });
      served.push(() => child.kill("SIGKILL"));
      const [bytes] = (await once(child.stdout, "data")) as [Buffer];
      return Number(bytes.toString().trim());
    },
    close: async () => {
      await Promise.all(opened.map((connection) => connection.close()));
      await Promise.all([runner.close(), egress.close()]);
      for (const stop of served) stop();
    },
  };
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
