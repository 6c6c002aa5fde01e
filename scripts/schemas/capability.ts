import { ALLOW_SHAPE, ANNOTATIONS_SHAPE, COMMAND_SHAPE, MODULE_SHAPE } from "../../src/manifest/capability/shape.ts";
import { NAME } from "../../src/manifest/tool-name.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { ANY_SCHEMA, ARGUMENTS_SCHEMA, TOOL_NAME } from "./common.ts";
import { toMapSchema, toTableSchema } from "./table-schema.ts";
import * as texts from "./texts/capability.ts";

/** What a module gives to `defineTool`, without the handler. */
export function toCapabilitySchema(): JsonObject {
  const tool = toTableSchema(MODULE_SHAPE, texts.MODULE_TEXTS, {
    name: TOOL_NAME,
    inputSchema: ARGUMENTS_SCHEMA,
    outputSchema: ANY_SCHEMA,
    annotations: toTableSchema(ANNOTATIONS_SHAPE, texts.ANNOTATION_TEXTS),
    allow: toAllowSchema(),
  });
  return {
    ...tool,
    ...notBoth("exposeAsTool", "exposeAsMcpTool"),
    definitions: { command: toCommandSchema() },
  };
}

function toAllowSchema(): JsonObject {
  const commands = toMapSchema({ anyOf: [{ type: "string", minLength: 1 }, { $ref: "#/definitions/command" }] }, NAME);
  const allow = toTableSchema(ALLOW_SHAPE, texts.ALLOW_TEXTS, {
    commands,
    exec: commands,
    net: { anyOf: [{ enum: ["none"] }, { type: "array", items: { type: "string", minLength: 1 } }] },
    tools: { items: { type: "string", ...TOOL_NAME }, uniqueItems: true },
  });
  return { ...allow, ...notBoth("commands", "exec") };
}

/** A command that is more than a line. */
function toCommandSchema(): JsonObject {
  const command = toTableSchema(COMMAND_SHAPE, texts.COMMAND_TEXTS, {
    run: { type: ["string", "array"], items: { type: "string" }, minItems: 1, minLength: 1 },
  });
  return { ...command, ...notBoth("timeoutMs", "timeout_ms") };
}

function notBoth(one: string, other: string): JsonObject {
  return { not: { required: [one, other] } };
}
