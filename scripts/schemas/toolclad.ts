import { CONDITIONAL_SHAPE } from "../../src/manifest/toolclad/read-conditionals.ts";
import { COMMAND_SHAPE } from "../../src/manifest/toolclad/read-command.ts";
import { OUTPUT_SHAPE } from "../../src/manifest/toolclad/read-output.ts";
import { FILE_SHAPE, TOOL_SHAPE } from "../../src/manifest/toolclad/shape.ts";
import { CEDAR_SHAPE } from "../../src/manifest/toolclad/tool/read-cedar.ts";
import { EVIDENCE_SHAPE } from "../../src/manifest/toolclad/tool/read-evidence.ts";
import { HTTP_SHAPE } from "../../src/manifest/toolclad/http/read-http.ts";
import { MCP_SHAPE } from "../../src/manifest/toolclad/mcp/read-mcp.ts";
import { HTTP_METHODS } from "../../src/model/backend.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { ANY_SCHEMA, TOOL_NAME } from "./common.ts";
import { NAMES, SEMVER } from "./names.ts";
import { SECRETS, toSandboxSchema } from "./executing.ts";
import { says, toMapSchema, toTableSchema, without } from "./table-schema.ts";
import * as texts from "./texts/toolclad.ts";
import { ARGS, toArgSchema } from "./toolclad-args.ts";
import { toBrowserCommandSchema, toBrowserSchema, toSessionSchema } from "./toolclad-programs.ts";

/** One ToolClad manifest, `*.clad.toml`, in the profile `strict`. */
export function toToolcladSchema(): JsonObject {
  const file = toTableSchema(FILE_SHAPE, texts.FILE_TEXTS, {
    tool: toToolSchema(),
    args: ARGS,
    command: toCommandSchema(),
    output: toTableSchema(OUTPUT_SHAPE, texts.OUTPUT_TEXTS, { parser: { minLength: 1 }, schema: ANY_SCHEMA }),
    http: toHttpSchema(),
    mcp: toTableSchema(MCP_SHAPE, texts.MCP_TEXTS, {
      server: { pattern: NAMES.server.source },
      tool: { pattern: "^[^\\s{}]{1,128}$" },
      field_map: toMapSchema({ type: "string", minLength: 1, maxLength: 128 }, null),
    }),
    session: toSessionSchema(),
    browser: toBrowserSchema(),
  });
  return { ...file, allOf: [BACKEND], definitions: { arg: toArgSchema(), browserCommand: toBrowserCommandSchema() } };
}

function toToolSchema(): JsonObject {
  const tool = toTableSchema(TOOL_SHAPE, texts.TOOL_TEXTS, {
    name: TOOL_NAME,
    cedar: toTableSchema(CEDAR_SHAPE, texts.CEDAR_TEXTS, {
      resource: { pattern: NAMES.entityType.source, maxLength: 200 },
      action: { minLength: 1, maxLength: 128 },
    }),
    sandbox: toSandboxSchema(),
    evidence: toTableSchema(EVIDENCE_SHAPE, texts.EVIDENCE_TEXTS, { hash: { enum: ["sha256"] } }),
  });
  const version = { pattern: SEMVER.source };
  return { ...tool, allOf: [{ if: { not: says("profile", "peer") }, then: { properties: { version } } }] };
}

function toCommandSchema(): JsonObject {
  const value: JsonObject = { type: ["string", "array"], items: { type: "string" } };
  const command = toTableSchema(COMMAND_SHAPE, texts.COMMAND_TEXTS, {
    exec: { minItems: 1 },
    template: { minLength: 1 },
    executor: { minLength: 1 },
    secrets: SECRETS,
    defaults: toMapSchema({ type: ["string", "number", "boolean"] }, NAMES.placeholder),
    mappings: toMapSchema(toMapSchema(value, null), null),
    conditionals: toMapSchema(toTableSchema(CONDITIONAL_SHAPE, texts.CONDITIONAL_TEXTS), NAMES.placeholder),
  });
  return {
    ...command,
    anyOf: ["exec", "template", "executor"].map((key) => ({ required: [key] })),
    allOf: [{ if: { required: ["executor"] }, then: without("exec", "template") }],
  };
}

function toHttpSchema(): JsonObject {
  const http = toTableSchema(HTTP_SHAPE, texts.HTTP_TEXTS, {
    headers: toMapSchema({ type: "string" }, NAMES.header, { maxProperties: 50 }),
  });
  const withBody = says(
    "method",
    HTTP_METHODS.filter((method) => method !== "GET" && method !== "HEAD"),
  );
  return { ...http, allOf: [{ if: { not: withBody }, then: without("body_template") }] };
}

/** A handler of the embedding program needs no table; anything else has exactly one. */
const BACKEND: JsonObject = {
  if: { properties: { tool: says("dispatch", "callback") }, required: ["tool"] },
  then: mode("oneshot"),
  else: {
    oneOf: ["command", "http", "mcp", "session", "browser"].map((key) => ({ required: [key] })),
    allOf: [
      { if: { required: ["command"] }, then: { required: ["output"] } },
      { if: { required: ["session"] }, then: { ...without("args"), ...mode("session") } },
      { if: { required: ["browser"] }, then: { ...without("args"), ...mode("browser") } },
      { if: { anyOf: ["command", "http", "mcp"].map((key) => ({ required: [key] })) }, then: mode("oneshot") },
    ],
  },
};

function mode(name: string): JsonObject {
  return { properties: { tool: { properties: { mode: { enum: [name] } } } } };
}
