import { BUILTIN_API_SHAPES } from "../../src/manifest/whitelist/builtin-apis.ts";
import { PARAM_TYPES, toParamShape } from "../../src/manifest/whitelist/param-shape.ts";
import { CONSTRAINTS_SHAPE } from "../../src/manifest/whitelist/read-constraints.ts";
import { TOOL_SHAPE } from "../../src/manifest/whitelist/shape.ts";
import { OUTPUT_SHAPE } from "../../src/manifest/whitelist/read-output.ts";
import { NAME } from "../../src/manifest/tool-name.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { ANY_SCHEMA, CHOICES, TOOL_NAME } from "./common.ts";
import { SECRETS, toSandboxSchema } from "./executing.ts";
import { says, toMapSchema, toTableSchema, without } from "./table-schema.ts";
import { CONSTRAINT_TEXTS, OUTPUT_TEXTS, PARAM_TEXTS, TOOL_TEXTS } from "./texts/whitelist.ts";
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
    secrets: { ...SECRETS, allOf: [without(...Object.keys(TOOL_SHAPE))] },
    output: toTableSchema(OUTPUT_SHAPE, OUTPUT_TEXTS, { schema: ANY_SCHEMA }),
    sandbox: toSandboxSchema(),
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
      ...without("binary", "stdin"),
      properties: {
        args: NOTHING,
        args_mode: { enum: ["template"] },
        allowed_subcommands: NOTHING,
        allowed_flags: NOTHING,
        environment: NOTHING,
        secrets: { maxProperties: 0 },
        output: { maxProperties: 0 },
        sandbox: { maxProperties: 0 },
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
