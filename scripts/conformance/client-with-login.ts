import { createEgressClient } from "../../src/egress/client/create-egress-client.ts";
import { createUpstreamConnection } from "../../src/mcp-bridge/connect/create-upstream-connection.ts";
import { createServerAuth } from "../../src/mcp-bridge/oauth/create-server-auth.ts";
import type { ServerAuthParts } from "../../src/mcp-bridge/oauth/create-server-auth.ts";
import type { Credentials } from "../../src/mcp-bridge/oauth/credentials.ts";
import { logIn } from "../../src/mcp-bridge/oauth/login/log-in.ts";
import { createOAuthFetch } from "../../src/mcp-bridge/oauth/oauth-fetch.ts";
import type { UpstreamListing } from "../../src/mcp-bridge/upstream.ts";
import { UpstreamError } from "../../src/mcp-bridge/upstream.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { createProcessRunner } from "../../src/process/create-process-runner.ts";
import { configureServer } from "./configure-server.ts";

/** How often the person of the suite logs in when told to. */
const MAX_LOGINS = 3;

/** Connects and calls every tool; logs in as the suite's page lets one whenever Toolgate says that a person should. */
export async function callWithLogin(url: string, scenario: string, context: JsonObject): Promise<void> {
  const server = await configureServer(url, scenario, context);
  const egress = createEgressClient();
  const runner = createProcessRunner({ killGraceMs: 200 });
  const auth = createAuthParts(egress, context);
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
    authFor: () => {
      const { provider, sign } = createServerAuth(server, auth);
      return provider === null ? undefined : { provider, sign };
    },
  };
  const attempt = async (): Promise<void> => {
    let tools: UpstreamListing["tools"] = [];
    const listeners = { onListing: (heard: UpstreamListing) => void (tools = heard.tools), onState: () => undefined };
    const connection = createUpstreamConnection(server, parts, listeners);
    try {
      await connection.connect(AbortSignal.timeout(120_000));
      for (const tool of tools) {
        const { name } = tool as { readonly name: string };
        const { signal } = new AbortController();
        const definition = tool as JsonObject;
        const { end } = await connection.call({
          tool: name,
          arguments: {},
          definition,
          meta: {},
          timeoutMs: 10_000,
          signal,
        });
        if (end.kind === "failed") throw new UpstreamError(end.reason, "");
      }
    } finally {
      await connection.close();
    }
  };
  try {
    for (let logins = 0; ; logins += 1) {
      try {
        await attempt();
        return;
      } catch (error) {
        if (logins === MAX_LOGINS || !saysToLogIn(error)) throw error;
      }
      await logIn(server, auth, { onUrl: (page) => void browse(page), signal: AbortSignal.timeout(120_000) });
    }
  } finally {
    await Promise.all([runner.close(), egress.close()]);
  }
}

function saysToLogIn(error: unknown): boolean {
  return error instanceof UpstreamError && `${error.message} ${error.hint}`.includes("toolgate servers login");
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
  const keep = (credentials: Credentials): void => {
    kept = credentials;
    revision += 1;
  };
  return {
    credentials: {
      read: () => Promise.resolve(kept),
      has: () => Promise.resolve(kept !== null),
      write: (_server, _url, credentials) => {
        keep(credentials);
        return Promise.resolve();
      },
      change(_server, _url, change) {
        const next = kept === null ? null : change(kept);
        if (next !== null) keep(next);
        return Promise.resolve({ held: kept, isChanged: next !== null });
      },
      remove: () => Promise.resolve(false),
      revision: () => revision,
    },
    fetch: createOAuthFetch(egress, ["127.0.0.1"]),
    // Secrets are called as the suite calls them.
    openSecret: (name) => Promise.resolve(context[name] as string),
  };
}
