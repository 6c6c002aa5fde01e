import type { McpServer } from "../../src/config/mcp/mcp-server.ts";
import { toUpstreamAuth } from "../../src/config/mcp/upstream-auth.ts";
import { createEgressClient } from "../../src/egress/client/create-egress-client.ts";
import { createUpstreamConnection } from "../../src/mcp-bridge/connect/create-upstream-connection.ts";
import { createServerAuth } from "../../src/mcp-bridge/oauth/create-server-auth.ts";
import type { ServerAuthParts } from "../../src/mcp-bridge/oauth/create-server-auth.ts";
import type { Credentials } from "../../src/mcp-bridge/oauth/credentials.ts";
import { logIn } from "../../src/mcp-bridge/oauth/login/log-in.ts";
import { createOAuthFetch } from "../../src/mcp-bridge/oauth/oauth-fetch.ts";
import type { UpstreamListing } from "../../src/mcp-bridge/upstream.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { createProcessRunner } from "../../src/process/create-process-runner.ts";

/** Connects; where that needs a login, logs in as the suite's page lets one, connects again, and calls every tool. */
export async function callWithLogin(url: string, context: JsonObject): Promise<void> {
  const server = toServer(url, context);
  const egress = createEgressClient();
  const runner = createProcessRunner({ killGraceMs: 200 });
  const auth = createAuthParts(egress, context);
  let tools: UpstreamListing["tools"] = [];
  const parts = {
    runner,
    egress,
    environment: {},
    isSecretVariable: () => false,
    workspace: "/",
    findProgram: () => null,
    openSecrets: () => Promise.resolve({}),
    scrub: (text: string) => text,
    privateAddresses: [],
    maxResultBytes: 1_000_000,
    version: "0.0.0",
    authFor: () => createServerAuth(server, auth).provider ?? undefined,
  };
  const attempt = async (): Promise<void> => {
    const listeners = { onListing: (heard: UpstreamListing) => void (tools = heard.tools), onState: () => undefined };
    const connection = createUpstreamConnection(server, parts, listeners);
    try {
      await connection.connect(AbortSignal.timeout(120_000));
      for (const tool of tools) {
        const { name } = tool as { readonly name: string };
        const { signal } = new AbortController();
        const definition = tool as JsonObject;
        await connection.call({ tool: name, arguments: {}, definition, meta: {}, timeoutMs: 10_000, signal });
      }
    } finally {
      await connection.close();
    }
  };
  try {
    await attempt().catch(async () => {
      await logIn(server, auth, { onUrl: (page) => void browse(page), signal: AbortSignal.timeout(120_000) });
      await attempt();
    });
  } finally {
    await Promise.all([runner.close(), egress.close()]);
  }
}

/** The suite's page sends the browser on at once. */
async function browse(page: URL): Promise<void> {
  // eslint-disable-next-line no-restricted-globals -- the part of the person's browser, not of Toolgate
  const open = fetch;
  const answer = await open(page, { redirect: "manual" });
  const next = answer.headers.get("location");
  if (next !== null) await open(next);
}

function createAuthParts(egress: ReturnType<typeof createEgressClient>, context: JsonObject): ServerAuthParts {
  let kept: Credentials | null = null;
  let revision = 0;
  return {
    credentials: {
      read: () => Promise.resolve(kept),
      write: (_server, _url, credentials) => {
        kept = credentials;
        revision += 1;
        return Promise.resolve();
      },
      remove: () => Promise.resolve(false),
      revision: () => revision,
    },
    fetch: createOAuthFetch(egress, ["127.0.0.1"]),
    openSecret: () => Promise.resolve(context["client_secret"] as string),
  };
}

function toServer(target: string, context: JsonObject): McpServer {
  const clientId = context["client_id"] as string | undefined;
  const hasSecret = context["client_secret"] !== undefined;
  const secret = hasSecret ? { client_secret: "suite" } : {};
  const auth = clientId === undefined ? null : toUpstreamAuth({ client_id: clientId, ...secret });
  return {
    name: "suite",
    layer: "user",
    transport: "http",
    target,
    cwd: null,
    enabled: true,
    timeoutMs: 10_000,
    prefix: "",
    toolsAllow: [],
    toolsDeny: [],
    readTools: [],
    destructiveTools: [],
    lazy: false,
    access: "rules",
    auth,
  };
}
