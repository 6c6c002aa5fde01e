import type { McpServer } from "../../src/config/mcp/mcp-server.ts";
import { toMcpServer } from "../../src/config/mcp/to-mcp-server.ts";
import type { UpstreamAuthData } from "../../src/config/mcp/upstream-auth.ts";
import type { JsonObject } from "../../src/model/json.ts";

/** What an operator would write about the suite's server, who was told what stands in the context. */
export async function configureServer(target: string, scenario: string, context: JsonObject): Promise<McpServer> {
  const auth = await toAuth(target, scenario, context);
  return toMcpServer("suite", "user", { url: target, timeout_seconds: 10, prefix: "", auth });
}

/** The one that the suite knows. */
const CLIENT_DOCUMENT = "https://conformance-test.local/client-metadata.json";

/** Secrets are called as the suite calls them. */
async function toAuth(target: string, scenario: string, context: JsonObject): Promise<UpstreamAuthData | undefined> {
  const has = (name: string): boolean => context[name] !== undefined;
  if (scenario === "auth/basic-cimd") return { client_metadata_url: CLIENT_DOCUMENT };
  if (!has("client_id")) return undefined;
  const client = {
    client_id: context["client_id"] as string,
    ...(has("client_secret") ? { client_secret: "client_secret" } : {}),
    issuer: await lookUpIssuer(target),
  };
  if (has("valid_jwt")) return { ...client, grant: "workload_identity", assertion: "valid_jwt" };
  if (has("private_key_pem")) return { ...client, grant: "client_credentials", private_key: "private_key_pem" };
  if (has("idp_id_token")) {
    const { idp_issuer, idp_client_id } = context as { readonly idp_issuer: string; readonly idp_client_id: string };
    return { ...client, grant: "enterprise", idp_issuer, idp_client_id, id_token: "idp_id_token" };
  }
  return { ...client, ...(scenario === "auth/client-credentials-basic" ? { grant: "client_credentials" } : {}) };
}

/** Whoever registered a client knows where: secrets go to no issuer that only the server names. */
async function lookUpIssuer(target: string): Promise<string> {
  // eslint-disable-next-line no-restricted-globals -- the part of the operator, not of Toolgate
  const open = fetch;
  const answer = await open(new URL("/.well-known/oauth-protected-resource/mcp", target));
  const [issuer = ""] = ((await answer.json()) as { readonly authorization_servers: readonly string[] })
    .authorization_servers;
  return issuer;
}
