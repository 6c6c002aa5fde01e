import { defineTool } from "../../library/define-tool.ts";
import type { Caller } from "../../model/caller.ts";
import { HandlerError } from "../../model/handler.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Pack } from "../pack.ts";
import { EXTENSIONS_SCHEMA } from "./extensions-schema.ts";
import { groupByFile } from "./group-by-file.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import { toIssueRows } from "./to-issue-rows.ts";
import { findNearest } from "../../text/find-nearest.ts";
import type { ListedExtension, LoadedExtensions } from "./loaded-extensions.ts";
import { toToolEntry } from "./to-tool-entry.ts";
import type { EntryGround } from "./to-tool-entry.ts";

export interface ExtensionsPackOptions extends EntryGround {
  /** Everything that loaded, switched off and not run here too, and what did not: for people who review it. */
  readonly everything: () => Promise<LoadedExtensions>;
  /** The tools that this caller may see: the same judgement as listing. */
  readonly visibleTo: (caller: Caller, session: string) => Promise<readonly ListedExtension[]>;
}

const MOST_TOOLS = 1000;

/**
 * `toolgate_extensions`: what loaded, from where, and what it can do. An agent is told of the tools that it may see and of
 * nothing else; a caller with the role `admin` of everything, and of what did not load.
 */
export function createExtensionsPack(options: ExtensionsPackOptions): Pack {
  const tool = defineTool({
    name: "toolgate_extensions",
    title: "What is loaded",
    description:
      "Lists the tools that are loaded with where each comes from and all that it can do: programs, hosts, paths, secrets by name, " +
      "confinement, time limits. Ask for one tool or a pattern with `name`, and for schemas with `include_schema`.",
    effect: "read",
    params: {
      action: {
        type: "enum",
        values: ["list", "reload"],
        default: "list",
        description: "`reload` is refused: files are followed.",
      },
      name: {
        type: "text",
        pattern: "^[A-Za-z0-9_.*-]{1,200}$",
        optional: true,
        description: "A name, or one with `*`.",
      },
      include_schema: { type: "boolean", default: false, description: "Adds what each tool takes and gives." },
      limit: { type: "integer", min: 1, max: MOST_TOOLS, default: 200, description: "How many tools at most." },
    },
    outputSchema: EXTENSIONS_SCHEMA,
    handler: async (args, { caller, session }): Promise<JsonObject> => {
      if (args["action"] === "reload") throw refuseReload();
      return list(args, await look(caller, session.id, options), options);
    },
  });
  return { name: "extensions", tools: [tool], apis: [] };
}

interface Looked extends LoadedExtensions {
  /** Whether it is everything there is. */
  readonly complete: boolean;
}

async function look(caller: Caller, session: string, options: ExtensionsPackOptions): Promise<Looked> {
  if (caller.roles.includes("admin")) return { ...(await options.everything()), complete: true };
  return { tools: await options.visibleTo(caller, session), issues: [], complete: false };
}

function list(args: JsonObject, { tools, issues, complete }: Looked, ground: EntryGround): JsonObject {
  const { name, limit, include_schema: withSchema } = args;
  const wanted = typeof name === "string" ? tools.filter(({ tool }) => matchName(name, tool.name)) : tools;
  const shown = wanted.slice(0, typeof limit === "number" ? limit : MOST_TOOLS);
  const entries = shown.map((one) => ({ one, entry: toToolEntry(one, withSchema === true, ground) }));
  return {
    count: wanted.length,
    truncated: shown.length < wanted.length,
    complete,
    ...(wanted.length === 0 && typeof name === "string" ? { note: explainNothing(name, tools, complete) } : {}),
    files: groupByFile(entries, ground.workspace),
    ...toIssueRows(issues, ground.workspace),
  };
}

/** Only names that are listed for the same caller are suggested. */
function explainNothing(name: string, tools: Looked["tools"], complete: boolean): string {
  const whose = complete ? "that is loaded" : "that you may see";
  const nearest = name.includes("*")
    ? null
    : findNearest(
        name,
        tools.map(({ tool }) => tool.name),
      );
  const next =
    nearest === null ? "`*` stands for any characters; without `name` all are listed" : `did you mean \`${nearest}\`?`;
  return `no tool ${whose} has the name \`${name}\`: ${next}`;
}

/** An agent that could reload would choose the moment at which a change holds. */
function refuseReload(): HandlerError {
  const message =
    "`reload` is not for callers: changes of files and of the database are followed, unless an operator froze them";
  return new HandlerError("not-for-callers", message, {
    hint: "with `registry.reload` set to `frozen`, restart the gateway; `toolgate validate` says what a file would give",
  });
}
