import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  GetPromptResultSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListToolsResultSchema,
  ReadResourceResultSchema,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { JsonObject } from "../../../../src/model/json.ts";
import { ANSWER } from "./matrix-client.ts";
import type { MatrixClient } from "./matrix-client.ts";

const CAPABILITIES = { elicitation: { form: {}, url: {} } } as const;

function toInit(token: string): { readonly requestInit: RequestInit } {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

/** The library 2.4, held to one revision. */
export async function createSdkClient(
  revision: "2025-06-18" | "2026-07-28",
  url: string,
  token: string,
): Promise<MatrixClient> {
  let changes = 0;
  const client = new Client(
    { name: `sdk ${revision}`, version: "2.4" },
    {
      supportedProtocolVersions: [revision],
      versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" },
      // The first revision with forms had nothing but forms.
      capabilities: revision === "2025-06-18" ? { elicitation: {} } : CAPABILITIES,
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => void (changes += 1) } },
    },
  );
  const made = {
    asked: [] as JsonObject[],
    answer: ANSWER,
    changes: () => changes,
    revision: () => client.getNegotiatedProtocolVersion() ?? "",
    request: async (method, params = {}, { onProgress, signal } = {}) =>
      client.request(
        { method: method as "tools/call", params: params },
        {
          ...(onProgress === undefined ? {} : { onprogress: (step) => onProgress(step as unknown as JsonObject) }),
          ...(signal === undefined ? {} : { signal }),
        },
      ) as unknown as Promise<JsonObject>,
    close: () => client.close(),
  } satisfies MatrixClient;
  client.setRequestHandler("elicitation/create", ({ params }) => {
    made.asked.push(params as unknown as JsonObject);
    return made.answer as never;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), toInit(token)));
  return made;
}

/** What each answer has to be in that revision. */
const RESULTS: Readonly<Record<string, typeof ResultSchema>> = {
  "tools/list": ListToolsResultSchema,
  "tools/call": CallToolResultSchema,
  "resources/list": ListResourcesResultSchema,
  "resources/read": ReadResourceResultSchema,
  "prompts/list": ListPromptsResultSchema,
  "prompts/get": GetPromptResultSchema,
};

/** The library 1.32, whose newest revision is 2025-11-25. */
export async function createOldSdkClient(url: string, token: string): Promise<MatrixClient> {
  let changes = 0;
  const client = new OldClient({ name: "sdk 2025-11-25", version: "1.32" }, { capabilities: CAPABILITIES });
  const transport = new OldTransport(new URL(url), toInit(token));
  const made = {
    asked: [] as JsonObject[],
    answer: ANSWER,
    changes: () => changes,
    revision: () => transport.protocolVersion ?? "",
    request: (method, params = {}, { onProgress, signal } = {}) =>
      client.request({ method, params }, RESULTS[method] ?? ResultSchema, {
        ...(onProgress === undefined ? {} : { onprogress: (step) => onProgress(step as unknown as JsonObject) }),
        ...(signal === undefined ? {} : { signal }),
      }) as unknown as Promise<JsonObject>,
    close: () => client.close(),
  } satisfies MatrixClient;
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    made.asked.push(params as unknown as JsonObject);
    return made.answer;
  });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changes += 1));
  await client.connect(transport);
  return made;
}
