import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitationCompleteNotificationSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../../src/model/json.ts";

export const REVISIONS = ["2025-06-18", "2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

/** A client of one revision with a person at it. */
export interface AskedClient {
  /** What the person was asked, in order. */
  readonly asked: JsonObject[];
  /** Names of the questions that it was told are done with; of 2025-11-25 alone. */
  readonly done: string[];
  /** How they answer from now on. */
  answer: () => JsonObject | Promise<JsonObject>;
  /** Text of the result, and whether it is an error. */
  call(name: string, args: JsonObject): Promise<{ readonly isError: boolean; readonly text: string }>;
  close(): Promise<void>;
}

interface CallResult {
  readonly isError?: boolean | undefined;
  readonly content: unknown;
}

const BOTH = { elicitation: { form: {}, url: {} } } as const;

export async function connectAsked(revision: Revision, url: string, token: string): Promise<AskedClient> {
  const headers = { requestInit: { headers: { authorization: `Bearer ${token}` } } };
  const asked: JsonObject[] = [];
  const done: string[] = [];
  const person = { answer: (): JsonObject | Promise<JsonObject> => ({ action: "cancel" }) };
  const take = (params: unknown): JsonObject | Promise<JsonObject> => {
    asked.push(params as JsonObject);
    return client.answer();
  };
  const made = revision === "2025-11-25" ? makeOld(take, done) : makeNew(revision, take);
  const client: AskedClient = {
    asked,
    done,
    answer: person.answer,
    async call(name, args) {
      const { isError = false, content } = await made.call(name, args);
      return { isError, text: JSON.stringify(content) };
    },
    close: () => made.close(),
  };
  await made.connect(new URL(url), headers);
  return client;
}

interface Made {
  connect(url: URL, options: { readonly requestInit: RequestInit }): Promise<void>;
  call(name: string, args: JsonObject): Promise<CallResult>;
  close(): Promise<void>;
}

type Take = (params: unknown) => JsonObject | Promise<JsonObject>;

/** The library 2.4. The first revision with forms had nothing but forms. */
function makeNew(revision: Revision, take: Take): Made {
  const client = new Client(
    { name: "asked", version: "1" },
    {
      supportedProtocolVersions: [revision],
      versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" },
      capabilities: revision === "2025-06-18" ? { elicitation: {} } : BOTH,
    },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => (await take(params)) as never);
  return {
    connect: (url, options) => client.connect(new StreamableHTTPClientTransport(url, options)),
    call: (name, args) => client.callTool({ name, arguments: { ...args } }),
    close: () => client.close(),
  };
}

/** The library 1.32, whose newest revision is 2025-11-25. */
function makeOld(take: Take, done: string[]): Made {
  const client = new OldClient({ name: "asked", version: "1" }, { capabilities: BOTH });
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) => {
    done.push(params.elicitationId);
  });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => (await take(params)) as never);
  return {
    connect: (url, options) => client.connect(new OldTransport(url, options)),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as CallResult,
    close: () => client.close(),
  };
}
