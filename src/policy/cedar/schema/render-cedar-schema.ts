import type { Tool } from "../../../model/tool.ts";
import type { CedarSchema } from "../cedar-engine.ts";
import { CONTEXT_ATTRIBUTES, PRINCIPAL_ATTRIBUTES, RESOURCE_ATTRIBUTES } from "../request/attributes.ts";
import type { Attribute, AttributeType } from "../request/attributes.ts";
import { PAGE_FIELDS } from "../request/page-state.ts";
import { toMapping, toNamespace } from "../to-mapping.ts";
import type { CedarMapping } from "../to-mapping.ts";
import { mergeArgumentTypes } from "./argument-types.ts";
import type { ArgumentTypes } from "./argument-types.ts";

type Namespace = CedarSchema[string];
type SchemaType = NonNullable<Extract<Namespace["entityTypes"][string], { shape?: unknown }>["shape"]>;

/**
 * What policies about these tools can name, as Cedar's JSON schema. Tools that share an entity type share its `args`,
 * all of which are optional. What may be unknown of a call (`phase`, `environment`, `provider`) is there all the same:
 * a policy that reads it of a call without it is an error, and an error denies.
 */
export function renderCedarSchema(tools: readonly Tool[], argumentsOf: readonly Tool[] = tools): CedarSchema {
  const schema = new Map<
    string,
    { entityTypes: Map<string, SchemaType>; actions: Map<string, readonly CedarMapping[]> }
  >();
  const open = (type: string): NonNullable<ReturnType<typeof schema.get>> => {
    const name = toNamespace(type).slice(0, -2);
    const namespace = schema.get(name) ?? { entityTypes: new Map(), actions: new Map() };
    schema.set(name, namespace);
    return namespace;
  };
  for (const mapping of listMappings(tools)) {
    const { principalType, resourceType, actionType, action } = mapping;
    open(principalType).entityTypes.set(toBaseName(principalType), toRecord(PRINCIPAL_ATTRIBUTES));
    const own = argumentsOf.filter((tool) => toMapping(tool).resourceType === resourceType);
    open(resourceType).entityTypes.set(toBaseName(resourceType), toResource(mergeArgumentTypes(own)));
    const { actions } = open(actionType);
    actions.set(action, [...(actions.get(action) ?? []), mapping]);
  }
  return Object.fromEntries([...schema].map(([name, namespace]) => [name, toNamespaceJson(namespace)]));
}

/** Every distinct one, that of tools without a `[tool.cedar]` table among them whether or not there is such a tool. */
function listMappings(tools: readonly Tool[]): readonly CedarMapping[] {
  const mappings = [toMapping({ cedar: null }), ...tools.map(toMapping)];
  const byKey = new Map(mappings.map((mapping) => [`${mapping.resourceType} ${mapping.action}`, mapping]));
  return [...byKey.values()];
}

function toNamespaceJson({
  entityTypes,
  actions,
}: {
  readonly entityTypes: ReadonlyMap<string, SchemaType>;
  readonly actions: ReadonlyMap<string, readonly CedarMapping[]>;
}): Namespace {
  const context = toRecord(CONTEXT_ATTRIBUTES);
  return {
    entityTypes: Object.fromEntries([...entityTypes].map(([name, shape]) => [name, { shape }])),
    actions: Object.fromEntries(
      [...actions].map(([name, mappings]) => {
        const principalTypes = [...new Set(mappings.map(({ principalType }) => principalType))];
        const resourceTypes = [...new Set(mappings.map(({ resourceType }) => resourceType))];
        return [name, { appliesTo: { principalTypes, resourceTypes, context } }];
      }),
    ),
  };
}

function toResource(args: ArgumentTypes): SchemaType {
  const optional = [...args].map(([name, type]) => [name, { ...toType(type), required: false }] as const);
  const own = { type: "Record", attributes: Object.fromEntries(optional) } as const;
  return { type: "Record", attributes: { ...toAttributes(RESOURCE_ATTRIBUTES), args: own } };
}

function toRecord(attributes: readonly Attribute[]): SchemaType {
  return { type: "Record", attributes: toAttributes(attributes) };
}

function toAttributes(attributes: readonly Attribute[]): Record<string, ReturnType<typeof toType>> {
  return Object.fromEntries(attributes.map(({ name, type }) => [name, toType(type)]));
}

function toType(type: AttributeType): SchemaType {
  switch (type) {
    case "Set<String>":
      return { type: "Set", element: { type: "String" } };
    case "Set<Long>":
      return { type: "Set", element: { type: "Long" } };
    case "Set<Boolean>":
      return { type: "Set", element: { type: "Boolean" } };
    case "datetime":
      return { type: "Extension", name: "datetime" };
    case "Page":
      return {
        type: "Record",
        attributes: Object.fromEntries(
          Object.entries(PAGE_FIELDS).map(([name, field]) => [name, { type: field.type }]),
        ),
      };
    default:
      return { type };
  }
}

function toBaseName(type: string): string {
  return type.slice(toNamespace(type).length);
}
