import { BUILTIN_API_SHAPES } from "../../src/manifest/whitelist/builtin-apis.ts";
import { PARAM_TYPES, toParamShape } from "../../src/manifest/whitelist/param-shape.ts";
import { CONSTRAINTS_SHAPE } from "../../src/manifest/whitelist/read-constraints.ts";
import { TOOL_SHAPE } from "../../src/manifest/whitelist/shape.ts";
import { NAME } from "../../src/manifest/tool-name.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { CHOICES, TOOL_NAME } from "./common.ts";
import { says, toMapSchema, toTableSchema, without } from "./table-schema.ts";
import { CONSTRAINT_TEXTS, PARAM_TEXTS, TOOL_TEXTS } from "./texts/whitelist.ts";
import { toTypedSchema } from "./typed-schema.ts";

const NOTHING: JsonObject = { maxItems: 0 };

/** One whitelist tool: a `*.toml` file of a tool folder. */
export function toWhitelistSchema(): JsonObject {
  const tool = toTableSchema(TOOL_SHAPE, TOOL_TEXTS, {
    name: TOOL_NAME,
    // A program that embeds Toolgate may have APIs of its own.
    api: { anyOf: [{ enum: [...BUILTIN_API_SHAPES.keys()] }, { type: "string" }] },
    args: {
      type: "array",
      items: { type: ["string", "array"], items: { type: "string" }, minItems: 1 },
    },
    params: toMapSchema(toParamSchema(), NAME, { maxProperties: 100 }),
    constraints: toTableSchema(CONSTRAINTS_SHAPE, CONSTRAINT_TEXTS),
  });
  return { ...tool, allOf: [...KINDS, ...MODES] };
}

function toParamSchema(): JsonObject {
  return toTypedSchema({
    key: "type",
    types: PARAM_TYPES,
    toShape: (type) => toParamShape(PARAM_TYPES.find((known) => known === type) ?? null),
    texts: PARAM_TEXTS,
    refined: { values: CHOICES },
  });
}

/** An empty list does no harm where it means nothing: programs that write these files list every key. */
const KINDS: readonly JsonObject[] = [
  { if: says("kind", "command"), then: { required: ["binary"], ...without("api") } },
  {
    if: says("kind", "internal"),
    then: {
      required: ["api"],
      ...without("binary"),
      properties: {
        args: NOTHING,
        args_mode: { enum: ["template"] },
        allowed_subcommands: NOTHING,
        allowed_flags: NOTHING,
        environment: NOTHING,
        constraints: without("cwd"),
      },
    },
  },
];

const MODES: readonly JsonObject[] = [
  {
    if: says("args_mode", "free"),
    then: {
      required: ["allowed_subcommands"],
      properties: { allowed_subcommands: CHOICES, args: NOTHING, params: { maxProperties: 0 } },
    },
    else: { properties: { allowed_subcommands: NOTHING, allowed_flags: NOTHING } },
  },
];
