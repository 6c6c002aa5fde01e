import { request } from "node:http";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  createHttpServer,
  type HttpServer,
  type HttpServerOptions,
} from "../../../src/server/http/create-http-server.ts";
import {
  createMemoryRuntime,
  type MemoryRuntime,
  type MemoryRuntimeOptions,
  toCaller,
} from "../../fixtures/runtime/memory-runtime.ts";
import { addSampleTools } from "../../fixtures/runtime/sample-tools.ts";

export const TOKEN = "tg_alice";
export const OTHER_TOKEN = "tg_bob";

export interface Served {
  readonly runtime: MemoryRuntime;
  readonly server: HttpServer;
  readonly url: URL;
}

export async function serve(options: HttpServerOptions & MemoryRuntimeOptions = {}): Promise<Served> {
  const runtime = createMemoryRuntime(options);
  addSampleTools(runtime);
  runtime.tokens.set(TOKEN, toCaller("cred-alice"));
  runtime.tokens.set(OTHER_TOKEN, toCaller("cred-bob"));
  runtime.tokens.set("tg_approver", toCaller("cred-approver", { roles: ["approver"] }));
  const server = await createHttpServer(runtime, { port: 0, resumeMs: 50, ...options });
  return { runtime, server, url: new URL(server.url) };
}

export type Era = "legacy" | "modern";

export async function connect(url: URL, era: Era, options: ClientOptions = {}, token: string = TOKEN): Promise<Client> {
  const versionNegotiation =
    era === "modern" ? ({ mode: { pin: "2026-07-28" } } as const) : ({ mode: "legacy" } as const);
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation, ...options });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One plain HTTP request with a valid token and the headers of a legacy client, unless told otherwise. */
export function send(url: URL, { method = "POST", path = "/mcp", headers = {}, body = "" }: Sent): Promise<Answer> {
  const usual = {
    authorization: `Bearer ${TOKEN}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const all = Object.fromEntries(Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== ""));
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port: url.port, method, path, headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

export function toCallBody(name: string, args: object = {}, meta?: object): string {
  const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

export const INITIALIZE: string = JSON.stringify({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
});

/** Waits for something that another process or socket causes. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
  if (!holds()) throw new Error("what was waited for did not happen");
}
