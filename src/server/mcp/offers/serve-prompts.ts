import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type {
  CompleteResult,
  CompleteRequestParams,
  GetPromptResult,
  InputRequiredResult,
} from "@modelcontextprotocol/server";
import type { Offer } from "../../../mcp-bridge/offers/offers.ts";
import { toPassageName } from "../../../mcp-bridge/offers/passages.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Outcome } from "../../../model/outcome.ts";
import type { McpConnection, McpServer } from "../create-mcp-server.ts";
import { paginate } from "../lists/paginate.ts";
import { toKnownBlock } from "../revision/to-known-block.ts";
import { runCall } from "../run-call.ts";
import { completeOwn } from "./own/complete-own.ts";
import { refuseOutcome } from "./refuse-outcome.ts";
import { toViewer } from "./to-viewer.ts";
import type { RequestContext } from "../request-context.ts";

/** Serves the prompts of upstream servers, and how values for them and for resource templates may go on. */
export function servePrompts(server: McpServer, connection: McpConnection): void {
  const { offers, config } = connection.options.runtime;
  server.setRequestHandler("prompts/list", async ({ params }, context) => {
    const { prompts } = await offers.list(toViewer(context, connection));
    const { entries, ...rest } = paginate(prompts, ({ shown }) => shown, params?.cursor, config.server.pageSize);
    return { prompts: entries.map(({ entry }) => ({ ...entry }) as never), ...rest };
  });
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const { prompts } = await offers.list(toViewer(context, connection));
    const offer = prompts.find(({ shown }) => shown === params.name);
    if (offer === undefined) throw unknown("prompt", params.name);
    return getPrompt(offer, params.arguments, context, connection);
  });
  server.setRequestHandler("completion/complete", ({ params }, context) => complete(params, context, connection));
}

async function getPrompt(
  { tool, original }: Offer,
  given: Readonly<Record<string, string>> | undefined,
  context: RequestContext,
  connection: McpConnection,
): Promise<GetPromptResult | InputRequiredResult> {
  const args = { name: original, ...(given === undefined ? {} : { arguments: given }) };
  const answered = await runCall({ tool, args }, context, connection);
  if (answered.kind === "asks") return answered.result;
  if (answered.result.status !== "success") throw refuseOutcome(answered.result);
  return toPrompt(answered.result, connection.revisionOf(context));
}

/** The content is that of the messages, in order. */
function toPrompt({ structured, content }: Outcome, revision: string): GetPromptResult {
  const { roles, description } = structured as { readonly roles: readonly string[]; readonly description?: string };
  const messages = content.map((block, index) => ({
    role: roles[index] ?? "user",
    content: toKnownBlock(block, revision),
  }));
  return { ...(description === undefined ? {} : { description }), messages: messages as GetPromptResult["messages"] };
}

async function complete(
  params: CompleteRequestParams,
  context: RequestContext,
  connection: McpConnection,
): Promise<CompleteResult> {
  const { ref, argument, context: known } = params;
  const { runtime, identify } = connection.options;
  const ours = await completeOwn(params, identify(context.http?.req).caller, runtime);
  if (ours !== null) return ours;
  const { prompts, templates } = await runtime.offers.list(toViewer(context, connection));
  const name = ref.type === "ref/prompt" ? ref.name : ref.uri;
  const offer = (ref.type === "ref/prompt" ? prompts : templates).find(({ shown }) => shown === name);
  if (offer === undefined) throw unknown(ref.type === "ref/prompt" ? "prompt" : "resource template", name);
  const own = ref.type === "ref/prompt" ? { ...ref, name: offer.original } : { ...ref, uri: offer.original };
  const args = { ref: own, argument, ...(known === undefined ? {} : { context: known }) };
  const tool = toPassageName(offer.server, "completion/complete");
  const answered = await runCall({ tool, args }, context, connection);
  // Nothing is asked in the middle of typing.
  if (answered.kind === "asks") return { completion: { values: [] } };
  const { status, structured } = answered.result;
  if (status !== "success") throw refuseOutcome(answered.result);
  return { completion: structured as JsonObject as CompleteResult["completion"] };
}

function unknown(what: string, name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${what} named ${JSON.stringify(name)}`);
}
