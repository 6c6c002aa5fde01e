import { z } from "zod";
import type { JsonObject } from "../model/json.ts";
import { configSchema } from "./schema.ts";

/** The JSON Schema (2020-12) of `toolgate.toml`, which editors complete and check with. */
export function renderConfigSchema(): JsonObject {
  return z.toJSONSchema(configSchema) as JsonObject;
}

/** The keys that may stand at a place of `toolgate.toml`; empty where there is no table. */
export function listKeys(path: readonly PropertyKey[]): readonly string[] {
  let table: JsonObject | undefined = renderConfigSchema();
  for (const key of path) {
    const named = (table?.properties as JsonObject | undefined)?.[String(key)];
    // Tables by name, such as servers, all have the same keys, and so have those of a list.
    table = toTable((named ?? table?.additionalProperties ?? table?.items) as JsonObject | undefined);
  }
  return Object.keys(table?.properties ?? {});
}

/** Of what may be several kinds of value, the table. */
function toTable(schema: JsonObject | undefined): JsonObject | undefined {
  const kinds = (schema?.anyOf ?? []) as readonly JsonObject[];
  return kinds.find(({ properties }) => properties !== undefined) ?? schema;
}
