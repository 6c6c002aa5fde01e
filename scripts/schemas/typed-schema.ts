import type { TableShape } from "../../src/manifest/toml/table-reader.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { says, toTableSchema } from "./table-schema.ts";
import type { Texts } from "./table-schema.ts";

/** A table whose keys depend on what one of them says. */
interface Typed {
  /** `type`, or `base`. */
  readonly key: string;
  readonly types: readonly string[];
  readonly toShape: (type: string) => TableShape;
  readonly texts: Texts;
  readonly refined: Readonly<Record<string, JsonObject>>;
  /** Keys that a type cannot do without, beyond those that its fields demand. */
  readonly needed?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The JSON Schema of such a table. All keys of all types are listed once, for editors to complete; a condition for each
 * type then says which of them it has. A type that is none of these may have any.
 */
export function toTypedSchema({ key, types, toShape, texts, refined, needed = {} }: Typed): JsonObject {
  const shapes = types.map((type) => [type, toShape(type)] as const);
  const all = shapes.map(
    ([type, shape]) => [type, toTableSchema(shape, pick(texts, shape), pick(refined, shape))] as const,
  );
  const union: TableShape = Object.assign({}, ...shapes.map(([, shape]) => shape)) as TableShape;
  const shared = toTableSchema(union, texts, refined);
  const inAll = all.reduce(
    (keys, [, { required = [] }]) => keys.filter((each) => toNames(required).includes(each)),
    [...toNames(all[0]?.[1]["required"])],
  );
  const properties = Object.entries(shared["properties"] as Record<string, JsonObject>).map(([name, own]) => {
    const same = all.every(([, schema]) => isSame(toProperty(schema, name) ?? own, own));
    return [name, same ? own : { description: own["description"] }] as const;
  });
  return {
    ...shared,
    properties: Object.fromEntries(properties),
    required: inAll,
    allOf: all.map(([type, schema]) => ({
      if: says(key, type),
      then: toCondition(schema, Object.fromEntries(properties), [
        ...toNames(schema["required"]).filter((each) => !inAll.includes(each)),
        ...(needed[type] ?? []),
      ]),
    })),
  };
}

function toCondition(
  schema: JsonObject,
  shared: Readonly<Record<string, JsonObject>>,
  required: readonly string[],
): JsonObject {
  const own = Object.entries(schema["properties"] as Record<string, JsonObject>);
  const narrower = own.flatMap(([name, property]) => {
    const rest = Object.entries(property).filter(([keyword]) => keyword !== "description");
    return isSame(shared[name], property) ? [] : [[name, Object.fromEntries(rest)] as const];
  });
  return {
    propertyNames: { enum: own.map(([name]) => name) },
    ...(narrower.length === 0 ? {} : { properties: Object.fromEntries(narrower) }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function pick<T>(all: Readonly<Record<string, T>>, shape: TableShape): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => Object.hasOwn(shape, key)));
}

function toProperty(schema: JsonObject, name: string): JsonObject | undefined {
  return (schema["properties"] as Record<string, JsonObject>)[name];
}

function toNames(required: unknown): readonly string[] {
  return Array.isArray(required) ? (required as readonly string[]) : [];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
