import type { HandlerContext } from "../../../model/handler.ts";
import type { JsonSchema } from "../../../model/json.ts";
import type { ParamDefinition } from "../../../library/param-definition.ts";
import type { DefinedTool, ToolDefinition } from "../../../library/define-tool.ts";
import { defineTool } from "../../../library/define-tool.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import type { Reach } from "../access/reach.ts";

/** What the calls of one session may touch. */
export type ReachFor = (sessionFolder: string) => Reach;

interface FsToolDefinition extends Pick<ToolDefinition, "name" | "title" | "description" | "effect"> {
  readonly params: Readonly<Record<string, ParamDefinition>>;
  /** Members of the result; those in `optional` may be missing. */
  readonly result: Readonly<Record<string, JsonSchema>>;
  readonly optional?: readonly string[];
  readonly run: (reach: Reach, args: JsonObject, context: HandlerContext) => Promise<JsonValue>;
}

/** A file tool: its `path` is what rules match, and its work is done within what the call may touch. */
export function defineFsTool(definition: FsToolDefinition, reachFor: ReachFor): DefinedTool {
  const { run, result, optional = [], ...rest } = definition;
  return defineTool({
    ...rest,
    group: "fs",
    specifier: "{path}",
    outputSchema: {
      type: "object",
      properties: result,
      required: Object.keys(result).filter((name) => !optional.includes(name)),
      additionalProperties: false,
    },
    handler: (args, context) => run(reachFor(context.session.folder), args, context),
  });
}

/** The one parameter that every file tool has. */
export function pathParam(description: string, extra: { default?: string } = {}): ParamDefinition {
  return { type: "path", guarded: true, description, ...extra };
}

/** Schemas that results are made of. */
export const TEXT: JsonSchema = { type: "string" };
export const COUNT: JsonSchema = { type: "integer", minimum: 0 };
export const FLAG: JsonSchema = { type: "boolean" };
