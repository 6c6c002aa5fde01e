import type { Client } from "@modelcontextprotocol/client";
import type { UpstreamCatalogue } from "../../upstream.ts";
import { listPages } from "./list-pages.ts";
import type { Listed } from "./list-pages.ts";

const RESOURCES: Listed = { method: "resources/list", member: "resources", what: "resources" };
const PROMPTS: Listed = { method: "prompts/list", member: "prompts", what: "prompts" };
const TEMPLATES: Listed = {
  method: "resources/templates/list",
  member: "resourceTemplates",
  what: "resource templates",
};

/** What a server offers besides tools, as sent. @throws UpstreamError for a list that is none, and what the client throws */
export async function listCatalogue(
  client: Pick<Client, "request" | "getServerCapabilities">,
  options: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<UpstreamCatalogue> {
  const can = client.getServerCapabilities() ?? {};
  const hasResources = can.resources !== undefined;
  const [resources, templates, prompts] = await Promise.all([
    hasResources ? listPages(client, RESOURCES, options) : [],
    // A server with resources need not know of templates.
    hasResources ? listPages(client, TEMPLATES, options).catch(() => []) : [],
    can.prompts === undefined ? [] : listPages(client, PROMPTS, options),
  ]);
  return { resources, templates, prompts };
}
