import { type JSONRPCRequest, type Result, Server, type ServerContext } from "@modelcontextprotocol/server";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The library completes whatever `tools/call` answers with `content`; a task has none. */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- "only for advanced use": our tools are not the SDK's
export class TaskServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
    const wrapped = super._wrapHandler(method, handler);
    if (method !== "tools/call") return wrapped;
    return async (request, context) => {
      const result = await wrapped(request, context);
      if (result["resultType"] !== "task") return result;
      return { ...result, content: undefined };
    };
  }
}
