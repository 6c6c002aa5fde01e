import { ARG_TYPES, toArgType, toTypeShape } from "../../src/manifest/toolclad/arg-shape.ts";
import { PROJECT_SHAPE, SETTINGS_SHAPE } from "../../src/manifest/toolclad/project/parse-toolclad-project.ts";
import { BASE } from "../../src/manifest/toolclad/project/read-custom-types.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { NAMES } from "./names.ts";
import { toMapSchema, toTableSchema } from "./table-schema.ts";
import { ARG_TEXTS, BASE_TEXT, PROJECT_TEXTS, SETTINGS_TEXTS } from "./texts/toolclad.ts";
import { CONSTRAINTS } from "./toolclad-args.ts";
import { toTypedSchema } from "./typed-schema.ts";

/** `toolclad.toml`: what all ToolClad manifests of a folder share. */
export function toToolcladProjectSchema(): JsonObject {
  return toTableSchema(PROJECT_SHAPE, PROJECT_TEXTS, {
    types: {
      ...toMapSchema(toTypeSchema(), null),
      // One cannot redefine what the format has.
      propertyNames: { pattern: NAMES.customType.source, not: { enum: ARG_TYPES } },
    },
    toolclad: toTableSchema(SETTINGS_SHAPE, SETTINGS_TEXTS),
  });
}

function toTypeSchema(): JsonObject {
  const keys = new Set(ARG_TYPES.flatMap((type) => Object.keys(toTypeShape(type))));
  const texts = Object.fromEntries([...keys].map((key) => [key, ARG_TEXTS[key] ?? ""]));
  return toTypedSchema({
    key: "base",
    types: ARG_TYPES,
    toShape: (type) => ({ base: BASE, ...toTypeShape(toArgType(type)) }),
    texts: { base: BASE_TEXT, ...texts },
    refined: { base: { enum: ARG_TYPES }, ...CONSTRAINTS },
  });
}
