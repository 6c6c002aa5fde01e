import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { McpConnection, McpServer } from "../create-mcp-server.ts";
import { refuseOutcome } from "../offers/refuse-outcome.ts";
import { toViewer } from "../offers/to-viewer.ts";
import { runCall } from "../run-call.ts";
import type { Added, Subscriber, SubscriptionDesk } from "./subscription-desk.ts";
import type { RequestContext } from "../request-context.ts";

/** `resources/subscribe` and `resources/unsubscribe`, which clients have up to 2025-11-25. Returns how to end all of them. */
export function serveSubscriptions(server: McpServer, connection: McpConnection, desk: SubscriptionDesk): () => void {
  const subscriptions = desk.open((uri) => {
    if (server.transport !== undefined) server.sendResourceUpdated({ uri }).catch(connection.options.onError);
  });
  server.setRequestHandler("resources/subscribe", async ({ params }, context) => {
    const added = await subscriptions.add(params.uri, toSubscriber(context, connection));
    if (!added.ok) throw toError(params.uri, added);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    subscriptions.remove(params.uri);
    return {};
  });
  return () => subscriptions.close();
}

function toSubscriber(context: RequestContext, connection: McpConnection): Subscriber {
  return {
    viewer: toViewer(context, connection),
    isValid: connection.options.identify(context.http?.req).isValid,
    async run(call) {
      const answered = await runCall(call, context, connection);
      if (answered.kind === "asks") {
        throw new ProtocolError(ProtocolErrorCode.InternalError, "nobody can be asked in answer to a subscription");
      }
      return answered.result;
    },
  };
}

function toError(uri: string, added: Extract<Added, { ok: false }>): Error {
  switch (added.why) {
    case "unknown":
      return new ResourceNotFoundError(uri);
    case "full":
      return new ProtocolError(
        ProtocolErrorCode.InternalError,
        "too many resources are subscribed to; unsubscribe from one",
      );
    case "refused":
      return refuseOutcome(added.outcome);
  }
}
