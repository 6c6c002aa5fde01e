import { toInputSchema } from "../../../manifest/to-input-schema.ts";
import { asJson } from "../../../model/json.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { Tool } from "../../../model/tool.ts";
import { toDisclosureGroup } from "../../../registry/disclosure/to-disclosure-group.ts";
import { shrinkSchema } from "./shrink-schema.ts";

/** Characters of JSON. All results together stay below what a model gets of one answer. */
const MAX_ALL = 20_000;
const MAX_SCHEMA = 6_000;
const MAX_DESCRIPTION = 600;

/** What a model needs to choose and to call. A schema for which there is no room any more is left out, and that is said. */
export function toResults(tools: readonly Tool[]): readonly JsonObject[] {
  let room = MAX_ALL - tools.reduce((sum, tool) => sum + JSON.stringify(toHead(tool)).length, 0);
  return tools.map((tool) => {
    const schema = shrinkSchema(toInputSchema(tool), MAX_SCHEMA);
    const size = JSON.stringify(schema.value).length;
    const head = toHead(tool);
    if (size > room) return { ...head, inputSchemaLeftOut: "search for this tool's name alone to get it" };
    room -= size;
    return { ...head, inputSchema: asJson(schema.value), ...(schema.isWhole ? {} : { inputSchemaShortened: true }) };
  });
}

function toHead(tool: Tool): JsonObject {
  const { name, title, description, effect } = tool;
  const text = description.length > MAX_DESCRIPTION ? `${description.slice(0, MAX_DESCRIPTION - 1)}…` : description;
  return { name, title: title?.slice(0, 200) ?? null, description: text, group: toDisclosureGroup(tool), effect };
}
