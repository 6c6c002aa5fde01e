import { defineTool } from "../../library/define-tool.ts";
import type { Caller } from "../../model/caller.ts";
import type { JsonObject, JsonSchema } from "../../model/json.ts";
import type { Pack } from "../pack.ts";

/** What the gateway knows of a session at this moment. */
export interface SessionState {
  /** Absolute; where commands of the session work. */
  readonly workingFolder: string;
  readonly mode: string;
  /** Calls of this caller that run now, and questions of its that wait for a human. */
  readonly running: number;
  readonly waiting: number;
}

export interface SessionPackOptions {
  readonly workspaceRoots: readonly string[];
  readonly stateOf: (session: { readonly id: string }, caller: Caller) => Promise<SessionState>;
}

const TEXT: JsonSchema = { type: "string" };
const COUNT: JsonSchema = { type: "integer", minimum: 0 };

/** `session.status`: where an agent stands. It reads, so that every profile can have it. */
export function createSessionPack({ workspaceRoots, stateOf }: SessionPackOptions): Pack {
  const status = defineTool({
    name: "session.status",
    title: "Session status",
    description:
      "Says which session this is, where its commands work, which permission mode holds, and how many calls run or wait for a human.",
    effect: "read",
    group: "session",
    outputSchema: {
      type: "object",
      properties: {
        session: TEXT,
        agent: TEXT,
        mode: TEXT,
        working_folder: TEXT,
        session_folder: TEXT,
        workspace_roots: { type: "array", items: TEXT },
        running_calls: COUNT,
        waiting_for_human: COUNT,
      },
      required: ["session", "agent", "mode", "working_folder", "session_folder", "workspace_roots"],
    },
    handler: async (_args, { session, caller }): Promise<JsonObject> => {
      const state = await stateOf(session, caller);
      return {
        session: session.id,
        agent: caller.agent,
        mode: state.mode,
        working_folder: state.workingFolder,
        session_folder: session.folder,
        workspace_roots: [...workspaceRoots],
        running_calls: state.running,
        waiting_for_human: state.waiting,
      };
    },
  });
  return { name: "session", tools: [status], apis: [] };
}
