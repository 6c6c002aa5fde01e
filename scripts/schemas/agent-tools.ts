import { AGENT_TOOL_LIMITS } from "../../src/manifest/agent-tool/limits.ts";
import { COMMAND_AGENT_SHAPE, COMMAND_SHAPE, TOOL_SHAPE } from "../../src/manifest/agent-tool/shape.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { ARGUMENTS_SCHEMA, orNull, TOOL_NAME } from "./common.ts";
import { toTableSchema } from "./table-schema.ts";
import { AGENT_COMMAND_TEXTS, AGENT_TOOL_TEXTS, COMMAND_AGENT_TEXTS } from "./texts/json-files.ts";

/** What an application declares: `{"tools": […]}`, or the list alone. */
export function toAgentToolsSchema(): JsonObject {
  const list: JsonObject = {
    type: "array",
    items: { $ref: "#/definitions/declaration" },
    maxItems: AGENT_TOOL_LIMITS.maxTools,
  };
  return {
    if: { type: "array" },
    then: list,
    else: {
      type: "object",
      properties: { tools: { description: "What is declared.", ...list } },
      required: ["tools"],
      additionalProperties: false,
    },
    definitions: { declaration: toDeclarationSchema(), tool: toToolSchema(), command: toCommandSchema() },
  };
}

/** A command has an `id`, and no `name`. */
function toDeclarationSchema(): JsonObject {
  return {
    type: "object",
    if: { not: { required: ["name"] }, anyOf: [{ required: ["id"] }, { required: ["agent"] }] },
    then: { $ref: "#/definitions/command" },
    else: { $ref: "#/definitions/tool" },
  };
}

const PARAMS: JsonObject = orNull(ARGUMENTS_SCHEMA);

function toToolSchema(): JsonObject {
  return toTableSchema(TOOL_SHAPE, AGENT_TOOL_TEXTS, {
    name: TOOL_NAME,
    params: PARAMS,
    specifierTemplate: orNull({ type: "string" }),
  });
}

function toCommandSchema(): JsonObject {
  return toTableSchema(COMMAND_SHAPE, AGENT_COMMAND_TEXTS, {
    id: TOOL_NAME,
    agent: toTableSchema(COMMAND_AGENT_SHAPE, COMMAND_AGENT_TEXTS, { params: PARAMS }),
  });
}
