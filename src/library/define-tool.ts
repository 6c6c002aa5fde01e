import type { Handler } from "../model/handler.ts";
import { definitionHash } from "../manifest/definition-hash.ts";
import { matchToolName } from "../manifest/tool-name.ts";
import type { JsonSchema } from "../model/json.ts";
import { QUESTION_KINDS } from "../model/question.ts";
import type { Question } from "../model/question.ts";
import { prepareSchema } from "../params/json-schema/prepare-schema.ts";
import type { Effect, SpecifierTemplate, Tool, ToolInput } from "../model/tool.ts";
import { parseSpecifier } from "../template/parse-specifier.ts";
import { toParamSpecs } from "./param-definition.ts";
import type { ParamDefinition } from "./param-definition.ts";

export interface ToolDefinition {
  /** Letters, digits, `_`, `.` and `-`, at most 64 of them. */
  readonly name: string;
  readonly description: string;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
  /** Typed parameters: paths are confined, patterns run in linear time. Instead of `inputSchema`. */
  readonly params?: Readonly<Record<string, ParamDefinition>> | undefined;
  /** JSON Schema 2020-12 of the argument object. @default an object without members */
  readonly inputSchema?: JsonSchema | undefined;
  /** JSON Schema of what the handler returns; a result that does not fit is withheld. */
  readonly outputSchema?: JsonSchema | undefined;
  /** What running it can do. @default "write" */
  readonly effect?: Effect | undefined;
  /** Ask a human before every call, whatever allows it. @default false */
  readonly humanApproval?: boolean | undefined;
  /** What tools are grouped by besides the part of the name before the first dot. @default none */
  readonly group?: string | undefined;
  /** Text that permission rules match, with `{name}` for required parameters: `"{path}"`. @default none */
  readonly specifier?: string | undefined;
  /** What the handler has to ask of the client: a call from one that cannot answer it is refused before it runs. @default nothing */
  readonly requires?: readonly Question["kind"][] | undefined;
  /**
   * Whether MCP clients that know tasks come back for the result: always, when it takes long, or never. `required`: calls of
   * other MCP clients are refused. @default "auto"
   */
  readonly task?: Tool["task"];
  /** Does not count while the client is asked something. @default 60_000 */
  readonly timeoutMs?: number | undefined;
  /** Trusted code of the embedding program. An error it throws becomes a failed outcome with its message. */
  readonly handler: Handler;
}

export interface DefinedTool {
  readonly tool: Tool;
  readonly handler: Handler;
}

const NO_ARGUMENTS: JsonSchema = { type: "object", additionalProperties: false };
const OUTPUT_CAP_BYTES = 1_048_576;

/** Declares a tool in code. Its calls walk the same path as any other. @throws TypeError for a name or a schema that cannot be served */
export function defineTool(definition: ToolDefinition): DefinedTool {
  const { name, handler } = definition;
  if (!matchToolName(name)) {
    throw new TypeError(`expected a tool name of letters, digits, \`_\`, \`.\` and \`-\`, got ${JSON.stringify(name)}`);
  }
  const timeoutMs = definition.timeoutMs ?? 60_000;
  if (!(timeoutMs > 0)) throw new TypeError(`expected timeoutMs of \`${name}\` above 0, got ${timeoutMs}`);
  const unknown = definition.requires?.find((kind) => !QUESTION_KINDS.includes(kind));
  if (unknown !== undefined) {
    throw new TypeError(
      `expected \`requires\` of \`${name}\` to have ${QUESTION_KINDS.join(", ")}, got ${JSON.stringify(unknown)}`,
    );
  }
  refuseSchema(name, "inputSchema", definition.inputSchema);
  refuseSchema(name, "outputSchema", definition.outputSchema);
  const declared = {
    name,
    title: definition.title ?? null,
    description: definition.description,
    version: definition.version ?? null,
    origin: { format: "library", layer: "builtin", file: null, line: 0, column: 0 },
    group: definition.group ?? null,
    input: toInput(definition),
    effect: definition.effect ?? "write",
    riskTier: null,
    humanApproval: definition.humanApproval ?? false,
    enabled: true,
    overrides: false,
    backend: { kind: "handler" },
    limits: { timeoutMs, maxStdoutBytes: OUTPUT_CAP_BYTES, maxStderrBytes: OUTPUT_CAP_BYTES },
    environment: [],
    output: { shape: "value", parser: "json", schema: definition.outputSchema ?? null },
    cedar: null,
    ...(definition.requires === undefined ? {} : { needsOfClient: definition.requires }),
    ...(definition.task === undefined ? {} : { task: definition.task }),
    ...(definition.specifier === undefined ? {} : { specifier: toSpecifier(definition, definition.specifier) }),
  } as const satisfies Omit<Tool, "definitionHash">;
  return { tool: { ...declared, definitionHash: definitionHash(declared) }, handler };
}

function toInput({ name, params, inputSchema }: ToolDefinition): ToolInput {
  if (params === undefined) return { kind: "schema", schema: inputSchema ?? NO_ARGUMENTS };
  if (inputSchema !== undefined) throw new TypeError(`\`${name}\` has both \`params\` and \`inputSchema\`; keep one`);
  return { kind: "params", params: toParamSpecs(name, params) };
}

/** A place that may stay empty would turn a rule on one thing into a rule on everything. */
function toSpecifier({ name, params = {} }: ToolDefinition, text: string): SpecifierTemplate {
  const parsed = parseSpecifier(text);
  if (!parsed.ok) throw new TypeError(`the specifier of \`${name}\` cannot be used: ${parsed.issue.message}`);
  for (const place of parsed.kinds.keys()) {
    if (Object.hasOwn(params, place) && params[place]?.optional !== true) continue;
    throw new TypeError(`the specifier of \`${name}\` needs \`${place}\` as a required parameter`);
  }
  return { text, parts: parsed.parts, kinds: Object.fromEntries(parsed.kinds) };
}

function refuseSchema(name: string, key: string, schema: JsonSchema | undefined): void {
  const prepared = schema === undefined ? null : prepareSchema(schema);
  if (prepared?.ok === false) throw new TypeError(`${key} of \`${name}\` cannot be used: ${prepared.message}`);
}
