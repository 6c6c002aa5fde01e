import { EFFECTS, LAYERS, RISK_TIERS } from "../../model/tool.ts";
import type { JsonSchema } from "../../model/json.ts";

const TEXT: JsonSchema = { type: "string" };
const TEXTS: JsonSchema = { type: "array", items: TEXT };
const COUNT: JsonSchema = { type: "integer", minimum: 0 };
const FLAG: JsonSchema = { type: "boolean" };

const REACH = ["programs", "hosts", "targets", "paths", "environment", "secrets", "tools", "sandbox"] as const;

const TOOL: JsonSchema = {
  type: "object",
  properties: {
    name: TEXT,
    title: TEXT,
    description: TEXT,
    version: TEXT,
    format: TEXT,
    layer: { enum: [...LAYERS] },
    line: COUNT,
    owner: TEXT,
    effect: { enum: [...EFFECTS] },
    riskTier: { enum: [...RISK_TIERS] },
    humanApproval: FLAG,
    enabled: FLAG,
    runsHere: FLAG,
    stale: FLAG,
    exposeAsMcpTool: FLAG,
    timeoutMs: COUNT,
    maxOutputBytes: COUNT,
    definitionHash: TEXT,
    does: TEXTS,
    capabilities: {
      type: "object",
      properties: { ...Object.fromEntries(REACH.map((name) => [name, TEXTS])), cedar: { type: "object" } },
      required: [...REACH],
    },
    allow: { type: "object", properties: { commands: TEXTS, net: TEXTS }, required: ["commands", "net"] },
    commands: { type: "array", items: { type: "object" } },
    warnings: { type: "array", items: { type: "object" } },
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
  },
  required: ["name", "description", "format", "layer", "effect", "timeoutMs", "definitionHash", "does", "capabilities"],
};

/** What `toolgate_extensions` gives. */
export const EXTENSIONS_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    count: COUNT,
    truncated: FLAG,
    complete: FLAG,
    note: TEXT,
    files: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: ["string", "null"] }, tools: { type: "array", items: TOOL } },
        required: ["path", "tools"],
      },
    },
    errors: { type: "array", items: { type: "object" } },
    warnings: { type: "array", items: { type: "object" } },
  },
  required: ["count", "truncated", "complete", "files", "errors", "warnings"],
};
