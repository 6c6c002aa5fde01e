import { type JSONRPCRequest, type Result, Server, type ServerContext } from "@modelcontextprotocol/server";
import { refuseLostMembers, toParamsError } from "../refuse-params.ts";

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The library completes whatever `tools/call` answers with `content`; a task has none. And it tells clients of parameters
 * that do not fit in words for whoever wrote the library.
 */
// eslint-disable-next-line @typescript-eslint/no-deprecated -- "only for advanced use": our tools are not the SDK's
export class TaskServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- as above
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      refuseLostMembers(request);
      const result = await wrapped(request, context).catch((error: unknown) => {
        throw toParamsError(method, error);
      });
      if (method !== "tools/call" || result["resultType"] !== "task") return result;
      return { ...result, content: undefined };
    };
  }
}
