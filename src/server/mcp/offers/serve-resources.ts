import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { InputRequiredResult, ReadResourceResult } from "@modelcontextprotocol/server";
import type { ContentBlock } from "../../../model/outcome.ts";
import type { McpConnection, McpServer } from "../create-mcp-server.ts";
import { paginate } from "../lists/paginate.ts";
import { runCall } from "../run-call.ts";
import { OWN_TEMPLATES, readOwn } from "./own/read-own.ts";
import { refuseOutcome } from "./refuse-outcome.ts";
import { toViewer } from "./to-viewer.ts";
import type { RequestContext } from "../request-context.ts";

/** Serves what upstream servers have as resources, where reading one is a call like any other, and what there is of own calls. */
export function serveResources(server: McpServer, connection: McpConnection): void {
  const { offers, config } = connection.options.runtime;
  server.setRequestHandler("resources/list", async ({ params }, context) => {
    const { resources } = await offers.list(toViewer(context, connection));
    const { entries, ...rest } = paginate(resources, ({ shown }) => shown, params?.cursor, config.server.pageSize);
    return { resources: entries.map(({ entry }) => ({ ...entry }) as never), ...rest };
  });
  server.setRequestHandler("resources/templates/list", async ({ params }, context) => {
    const { templates } = await offers.list(toViewer(context, connection));
    const all = [...OWN_TEMPLATES, ...templates].toSorted((one, other) => (one.shown < other.shown ? -1 : 1));
    const { entries, ...rest } = paginate(all, ({ shown }) => shown, params?.cursor, config.server.pageSize);
    return { resourceTemplates: entries.map(({ entry }) => ({ ...entry }) as never), ...rest };
  });
  server.setRequestHandler("resources/read", ({ params }, context) => readResource(params.uri, context, connection));
}

async function readResource(
  uri: string,
  context: RequestContext,
  connection: McpConnection,
): Promise<ReadResourceResult | InputRequiredResult> {
  const { runtime, identify } = connection.options;
  const own = await readOwn(uri, identify(context.http?.req).caller, runtime);
  if (own !== null) return own;
  const found = await runtime.offers.findResource(uri, toViewer(context, connection));
  if (found === null) throw new ResourceNotFoundError(uri);
  const answered = await runCall({ tool: found.tool, args: { uri: found.uri } }, context, connection);
  if (answered.kind === "asks") return answered.result;
  const outcome = answered.result;
  if (outcome.status !== "success") throw refuseOutcome(outcome);
  return { contents: toContents(outcome.content, (its) => (its === found.uri ? uri : its)) };
}

/** What was read, under the URI that the client asked for. */
function toContents(content: readonly ContentBlock[], show: (uri: string) => string): ReadResourceResult["contents"] {
  const resources = content.flatMap((block) => (block.type === "resource" ? [block.resource] : []));
  return resources.map(({ uri, mimeType, text, blob }) => {
    const named = { uri: show(uri), ...(mimeType === undefined ? {} : { mimeType }) };
    return blob === undefined ? { ...named, text: text ?? "" } : { ...named, blob };
  });
}
