import { ARG_TYPES, toArgShape, toArgType } from "../../src/manifest/toolclad/arg-shape.ts";
import { NEEDED } from "../../src/manifest/toolclad/args/check-constraints.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { CHOICES } from "./common.ts";
import { NAMES } from "./names.ts";
import { toMapSchema } from "./table-schema.ts";
import { ARG_TEXTS } from "./texts/toolclad.ts";
import { toTypedSchema } from "./typed-schema.ts";

/** `[args]` wherever it stands; the argument itself is described once. */
export const ARGS: JsonObject = toMapSchema({ $ref: "#/definitions/arg" }, NAMES.arg, { maxProperties: 100 });

/** What a type cannot do without, by type. */
export const NEEDED_KEYS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(NEEDED).map(([type, [key]]) => [type, [key]]),
);

/** What constraints hold beyond their own type. */
export const CONSTRAINTS: Readonly<Record<string, JsonObject>> = { allowed: CHOICES };

/** `[args.NAME]`. Which types a project has is not known here, so any name may be one. */
export function toArgSchema(): JsonObject {
  const arg = toTypedSchema({
    key: "type",
    types: ARG_TYPES,
    toShape: (type) => toArgShape(toArgType(type)),
    texts: ARG_TEXTS,
    refined: {
      ...CONSTRAINTS,
      type: { anyOf: [{ enum: ARG_TYPES }, { type: "string", pattern: NAMES.customType.source }] },
      sanitize: { items: { enum: ["injection"] } },
      schemes: { items: { type: "string", pattern: "^[a-z][a-z0-9+.-]*$" }, minItems: 1, uniqueItems: true },
    },
    needed: NEEDED_KEYS,
  });
  return { ...arg, required: ["type"] };
}
