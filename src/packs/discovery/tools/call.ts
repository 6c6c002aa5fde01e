import { defineTool } from "../../../library/define-tool.ts";
import type { DefinedTool } from "../../../library/define-tool.ts";
import { HandlerError } from "../../../model/handler.ts";
import { META_TOOLS } from "../../../registry/disclosure/meta-tools.ts";

/**
 * `call_tool`, as clients are told of it. It never runs: `call/unwrap-call.ts` makes each of its calls one of the tool that
 * it names. Its effect is the worst that such a call may have, because clients take a reading tool for harmless.
 */
export function defineCallTool(): DefinedTool {
  return defineTool({
    name: META_TOOLS.call,
    title: "Call a tool",
    description: `Calls a tool that is not in your list, as \`${META_TOOLS.search}\` gave it.`,
    effect: "destructive",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "The tool's whole name." },
        arguments: { type: "object", description: "What its input schema asks for." },
      },
      required: ["name"],
      additionalProperties: false,
    },
    handler: () => {
      throw new HandlerError(
        "not-by-itself",
        `\`${META_TOOLS.call}\` is nothing by itself: call it with a tool's name`,
      );
    },
  });
}
