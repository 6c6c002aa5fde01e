import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { NO_ARGUMENTS, checkToolSchema } from "../../manifest/checks/schema/check-tool-schema.ts";
import { definitionHash } from "../../manifest/definition-hash.ts";
import type { ToolDraft } from "../../manifest/manifest.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import type { Effect, Tool, Withheld } from "../../model/tool.ts";
import { neutralizeText } from "../../output/text/neutralize-text.ts";
import { matchName } from "../../policy/rules/match-name.ts";
import { toIcons } from "./to-icons.ts";
import { toToolName } from "./to-tool-name.ts";

export type ImportedTool =
  | { readonly ok: true; readonly tool: Tool }
  /** It can never be used as it is, whoever accepts it. */
  | { readonly ok: false; readonly problem: string };

export interface Definition {
  readonly server: McpServer;
  /** As the server calls it. */
  readonly name: string;
  readonly definition: JsonObject;
  readonly withheld: Withheld | null;
}

const MAX_DESCRIPTION = 10_000;
const MEBIBYTE = 1024 * 1024;

/**
 * A tool of an upstream server as a tool of ours. What the server says of its effects is not believed: it is a write,
 * unless the operator says otherwise. Its schemas are interpreted, so one that cannot be is no tool.
 */
export function toUpstreamTool({ server, name, definition, withheld }: Definition): ImportedTool {
  const schemas = readSchemas(definition);
  if (!schemas.ok) return schemas;
  const { input, output } = schemas;
  const icons = toIcons(definition["icons"], server);
  const draft: ToolDraft = {
    name: toToolName(server.prefix, name),
    title: toTitle(definition),
    description: toText(definition["description"]),
    version: null,
    group: null,
    input: { kind: "schema", schema: input },
    effect: toEffect(name, server),
    riskTier: null,
    humanApproval: false,
    enabled: true,
    overrides: false,
    backend: { kind: "mcp", server: server.name, tool: name, fieldMap: {} },
    limits: { timeoutMs: server.timeoutMs, maxStdoutBytes: MEBIBYTE, maxStderrBytes: MEBIBYTE },
    environment: [],
    output: { shape: "value", parser: "text", schema: output },
    cedar: null,
    ...((server.taskTools ?? []).some((pattern) => matchName(pattern, name)) ? { task: "required" as const } : {}),
    ...(icons.length === 0 ? {} : { icons }),
    ...(withheld === null ? {} : { withheld }),
  };
  const origin = { format: "mcp", layer: server.layer, file: `mcp server ${server.name}`, line: 0, column: 0 } as const;
  return { ok: true, tool: { ...draft, origin, definitionHash: definitionHash(draft) } };
}

/** Why a definition can never be a tool; `null`: it can. */
export function findUnusable(definition: JsonObject): string | null {
  const schemas = readSchemas(definition);
  return schemas.ok ? null : schemas.problem;
}

type Schemas =
  | { readonly ok: true; readonly input: JsonSchema; readonly output: JsonSchema | null }
  | { readonly ok: false; readonly problem: string };

function readSchemas({ inputSchema = NO_ARGUMENTS, outputSchema }: JsonObject): Schemas {
  const log: IssueLog = { found: [] };
  const input = readSchema(inputSchema, "input", log);
  const output = outputSchema === undefined ? null : readSchema(outputSchema, "output", log);
  const error = log.found.find(({ severity }) => severity === "error");
  if (input !== null && error === undefined) return { ok: true, input, output };
  const problem = `${error?.message ?? "it has no input schema"} (${error?.place.path.join("/") ?? ""})`;
  return { ok: false, problem };
}

function readSchema(schema: JsonValue, use: "input" | "output", log: IssueLog): JsonSchema | null {
  return checkToolSchema(schema, use, [`${use}Schema`], log);
}

function toTitle({ title, annotations }: JsonObject): string | null {
  const own =
    typeof annotations === "object" && annotations !== null ? (annotations as JsonObject)["title"] : undefined;
  const said = title ?? own;
  return typeof said === "string" && said !== "" ? toText(said) : null;
}

/** Nothing in it acts on a terminal or hides from the person who reads it. */
function toText(said: JsonValue | undefined): string {
  const text = typeof said === "string" ? neutralizeText(said) : "";
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION)} (cut)`;
}

function toEffect(name: string, { readTools, destructiveTools }: McpServer): Effect {
  if (destructiveTools.some((pattern) => matchName(pattern, name))) return "destructive";
  return readTools.some((pattern) => matchName(pattern, name)) ? "read" : "write";
}
