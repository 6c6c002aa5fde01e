import { isObject } from "../../../model/json.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import type { ParamSpec } from "../../../model/param.ts";
import { LAYERS } from "../../../model/tool.ts";
import type { Tool } from "../../../model/tool.ts";
import type { AttributeType } from "../request/attributes.ts";

export type ArgumentType = Exclude<AttributeType, "datetime" | "Page">;
export type ArgumentTypes = ReadonlyMap<string, ArgumentType>;

const NONE: ArgumentTypes = new Map();
/** Keys by which the engine's JSON means something other than an attribute. */
const ENGINE_KEY = /^__/;

/** What policies can read of one tool's arguments, by name. */
export function toArgumentTypes({ input }: Pick<Tool, "input">): ArgumentTypes {
  switch (input.kind) {
    case "params":
      return new Map(input.params.map((spec) => [spec.name, toParamType(spec)]));
    case "free":
      return new Map([["args", "Set<String>"]]);
    case "command-line":
      return new Map([
        ["args", "Set<String>"],
        ["command", "String"],
      ]);
    case "schema":
      return toPropertyTypes(input.schema);
  }
}

/**
 * One type for each name, over tools that share an entity type. Where they disagree, the tool from the layer that is
 * trusted most decides, then the first by name: a cloned project must not change what a policy means.
 */
export function mergeArgumentTypes(tools: readonly Tool[]): ArgumentTypes {
  const merged = new Map<string, ArgumentType>();
  for (const tool of tools.toSorted(compareTrust)) {
    for (const [name, type] of toArgumentTypes(tool)) if (!merged.has(name)) merged.set(name, type);
  }
  return merged;
}

/** Names that not all of the tools mean the same by. */
export function listDisputed(tools: readonly Tool[]): ReadonlySet<string> {
  const seen = new Map<string, ArgumentType>();
  const disputed = new Set<string>();
  for (const [name, type] of tools.flatMap((tool) => [...toArgumentTypes(tool)])) {
    if ((seen.get(name) ?? type) !== type) disputed.add(name);
    seen.set(name, type);
  }
  return disputed;
}

/** Most trusted first. */
export function compareTrust(left: Tool, right: Tool): number {
  const layers = LAYERS.indexOf(left.origin.layer) - LAYERS.indexOf(right.origin.layer);
  return layers !== 0 ? layers : left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}

function toParamType(spec: ParamSpec): ArgumentType {
  switch (spec.type) {
    case "integer":
    case "port":
    case "duration":
      return "Long";
    case "boolean":
      return "Boolean";
    case "json":
      return toSchemaType(spec.schema);
    default:
      return "String";
  }
}

function toPropertyTypes({ properties }: JsonObject): ArgumentTypes {
  if (!isObject(properties)) return NONE;
  const named = Object.entries(properties).filter(([name]) => !ENGINE_KEY.test(name));
  return new Map(named.map(([name, schema]) => [name.toWellFormed(), toSchemaType(schema)]));
}

function toSchemaType(schema: JsonValue | undefined): ArgumentType {
  const item = toItemType(schema);
  if (item !== "array") return item;
  const items = toItemType(isObject(schema) ? schema["items"] : undefined);
  return items === "array" ? "Set<String>" : `Set<${items}>`;
}

function toItemType(schema: JsonValue | undefined): "String" | "Long" | "Boolean" | "array" {
  const type = isObject(schema) ? schema["type"] : undefined;
  const types = (Array.isArray(type) ? (type as readonly JsonValue[]) : [type]).filter((one) => one !== "null");
  if (types.length !== 1) return "String";
  return types[0] === "integer"
    ? "Long"
    : types[0] === "boolean"
      ? "Boolean"
      : types[0] === "array"
        ? "array"
        : "String";
}
