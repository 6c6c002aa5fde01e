import { SANDBOX_SHAPE } from "../../src/manifest/checks/confine/sandbox-shape.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { toMapSchema, toTableSchema } from "./table-schema.ts";
import { SANDBOX_TEXTS } from "./texts/executing.ts";

/** How far a program is confined; the same keys in every format. */
export function toSandboxSchema(): JsonObject {
  return toTableSchema(SANDBOX_SHAPE, SANDBOX_TEXTS);
}

/** Variables whose values are secrets, by name. */
export const SECRETS: JsonObject = toMapSchema(
  { type: "string", pattern: "^[A-Za-z0-9_.-]{1,128}$" },
  /^[A-Za-z_][A-Za-z0-9_]{0,127}$/,
);
