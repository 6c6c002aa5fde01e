import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as V1StdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as V1HttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { fileURLToPath } from "node:url";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import { defineServices } from "../../fixtures/search/define-services.ts";
import { createTestWorkspace } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";

const STDIO_SERVICES = fileURLToPath(new URL("../../fixtures/search/stdio-services.ts", import.meta.url));

export interface ManyTools {
  readonly workspace: TestWorkspace;
  readonly gateway: TestGateway;
  readonly url: URL;
  /** Of one more agent. */
  token(agent: string): Promise<string>;
  close(): Promise<void>;
}

/** A gateway with more than a thousand tools, over HTTP. */
export async function serveMany(config: string): Promise<ManyTools> {
  const workspace = createTestWorkspace({ config });
  const gateway = await workspace.open({ tools: defineServices() });
  const server = await createHttpServer(gateway.runtime, { port: 0 });
  return {
    workspace,
    gateway,
    url: new URL(server.url),
    async token(agent) {
      const { control } = gateway.runtime;
      const { principal } = gateway.agent;
      const made = await control.createToken(
        { principal, agent, roles: ["agent"], expiresAt: null },
        await control.owner(),
      );
      return made.token;
    },
    async close() {
      await server.close();
      await workspace.remove();
    },
  };
}

export interface Connected {
  list(): Promise<readonly string[]>;
  call(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Result>;
  /** How often the list was said to have changed. */
  changes(): number;
  close(): Promise<void>;
}

export interface Result {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Record<string, unknown>;
  readonly outcome: Record<string, unknown>;
}

export type Way = "stdio" | "http";

/** A client of the official first SDK: a revision up to 2025-11-25, with a session. */
export async function connectOld(way: Way, many: ManyTools, agent = "test"): Promise<Connected> {
  const client = new V1Client({ name: "old", version: "1" });
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  const transport =
    way === "stdio"
      ? new V1StdioTransport(toProcess(many))
      : new V1HttpTransport(many.url, toRequest(await many.token(agent)));
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}, meta = {}) => toResult(await client.callTool({ name, arguments: args, _meta: meta })),
    changes: () => changes,
    close: () => client.close(),
  };
}

/** A client of the official second SDK that speaks 2026-07-28 and nothing else. */
export async function connectNew(way: Way, many: ManyTools, agent = "test"): Promise<Connected> {
  const client = new Client({ name: "new", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(
    way === "stdio"
      ? new StdioClientTransport(toProcess(many))
      : new StreamableHTTPClientTransport(many.url, toRequest(await many.token(agent))),
  );
  return {
    list: async () => (await client.listTools(undefined, { cacheMode: "refresh" })).tools.map(({ name }) => name),
    call: async (name, args = {}, meta = {}) => toResult(await client.callTool({ name, arguments: args, _meta: meta })),
    changes: () => 0,
    close: () => client.close(),
  };
}

function toProcess({ workspace }: ManyTools): {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
} {
  const env = Object.entries(workspace.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { command: process.execPath, args: [STDIO_SERVICES], cwd: workspace.folder, env: Object.fromEntries(env) };
}

function toRequest(token: string): { requestInit: { headers: Record<string, string> } } {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

function toResult(given: object): Result {
  const {
    content = [],
    structuredContent,
    isError,
    _meta,
  } = given as {
    content?: { text?: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    _meta?: Record<string, Record<string, unknown>>;
  };
  return {
    isError: isError === true,
    text: content.map(({ text }) => text ?? "").join("\n"),
    value: structuredContent ?? {},
    outcome: _meta?.["toolgate/outcome"] ?? {},
  };
}
