import { BUILTIN_API_SHAPES } from "../../manifest/whitelist/builtin-apis.ts";
import type { Handler, HandlerContext } from "../../model/handler.ts";
import { withCheckedArguments } from "../check-arguments.ts";
import type { Reach } from "../fs/access/reach.ts";
import type { InternalApi, Pack } from "../pack.ts";
import { tellTime } from "./datetime.ts";
import { findOwnCalls } from "./own-calls.ts";
import type { QueryAudit } from "./own-calls.ts";
import { listFiles, readFile } from "./read-files.ts";

export interface InternalPackOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly queryAudit: QueryAudit;
  /** What the files of this call are reached with; `folders` of it is narrowed to the confined path. */
  readonly reachOf: (context: HandlerContext) => Reach;
}

/** The built-in APIs that `kind = "internal"` tools call. Nothing of it is served before a tool names it. */
export function createInternalPack({ now, queryAudit, reachOf }: InternalPackOptions): Pack {
  const handlers: Readonly<Record<string, readonly [description: string, handler: Handler]>> = {
    "fs.read_file": ["Reads a whole file.", (args, context) => readFile(args, reachOf(context))],
    "fs.list": ["Says what is in a folder.", (args, context) => listFiles(args, reachOf(context))],
    "session.info": ["Says which session, and who in it, is calling.", (_args, context) => describeSession(context)],
    "datetime.now": ["Says what time it is.", (args) => tellTime(args, now())],
    "audit.query": [
      "Finds calls that the caller made before.",
      (args, { caller }) => findOwnCalls(args, caller, queryAudit),
    ],
  };
  const apis = [...BUILTIN_API_SHAPES.values()].map((shape): InternalApi => {
    const [description, handler] = handlers[shape.name] ?? [];
    if (description === undefined || handler === undefined) throw new Error(`the API ${shape.name} has no handler`);
    return { ...shape, description, handler: withCheckedArguments(shape, handler) };
  });
  return { name: "internal", tools: [], apis };
}

/** No credential and nothing of other sessions. */
function describeSession({ session, caller, callId }: HandlerContext): ReturnType<Handler> {
  const { principal, agent, roles } = caller;
  return { session: session.id, folder: session.folder, principal, agent, roles, callId };
}
