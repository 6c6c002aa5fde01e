import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import type { OutputSpec } from "../../model/tool.ts";
import { checkAgent } from "../checks/check-agent.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import { checkFolder } from "../checks/check-folder.ts";
import { readSandbox } from "../checks/confine/read-sandbox.ts";
import { readSecretEnvironment } from "../checks/secrets/read-secret-environment.ts";
import { refuseSecretTexts } from "../checks/secrets/refuse-secret-texts.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { toTable } from "../json/to-table.ts";
import type { ManifestOptions, ToolDraft } from "../manifest.ts";
import { checkToolName } from "../tool-name.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { checkToolSchema } from "../checks/schema/check-tool-schema.ts";
import { readCommand } from "./read-command.ts";
import { readParameters } from "./read-parameters.ts";
import { CUSTOM_SHAPE, CUSTOM_SPECIAL } from "./shape.ts";

type CustomTable = ReadTable<typeof CUSTOM_SHAPE>;

const MEBIBYTE = 1024 * 1024;

/** Reads one custom tool. */
export function readCustomTool(object: JsonObject, path: TomlPath, log: IssueLog, options: ManifestOptions): ToolDraft {
  const source = toTable(object, path, log, CUSTOM_SPECIAL);
  const read = readTable(source, CUSTOM_SHAPE, log);
  if (read.name !== undefined) checkToolName(read.name, { path: [...path, "name"], part: "value" }, log);
  checkShownText(source, ["title", "description", "group"], log);
  checkDescription(read, path, log);
  checkAgent(read.agent_id, path, log, options);
  if (hasValues(object)) refuseValues(path, log);
  if (read.working_dir !== undefined) {
    checkFolder(read.working_dir, "working_dir", { path: [...path, "working_dir"], part: "value" }, log);
  }
  if (read.environment !== undefined) checkEnvironment(read.environment, [...path, "environment"], log);
  const refusal = { message: NO_SECRETS, hint: SECRETS_HINT };
  refuseSecretTexts(source.table, path, { refusal, except: ["secrets", "output_schema", "parameters"] }, log);
  const parameters = readParameters(object["parameters"], [...path, "parameters"], log);
  const sandbox = readSandbox(read.sandbox, log);
  const secretEnvironment = readSecretEnvironment(read.secrets, read.environment ?? [], log);
  const given = { command: read.command ?? null, cwd: read.working_dir ?? null, stdin: read.stdin ?? null, parameters };
  return {
    name: read.name ?? "",
    title: read.title ?? null,
    description: read.description ?? "",
    version: null,
    group: read.group ?? null,
    input: { kind: "schema", schema: parameters.schema },
    effect: read.effect ?? "write",
    riskTier: null,
    humanApproval: read.human_approval ?? false,
    enabled: read.enabled ?? true,
    overrides: read.overrides ?? false,
    backend: readCommand(given, path, log),
    limits: { timeoutMs: (read.timeout_seconds ?? 60) * 1000, maxStdoutBytes: MEBIBYTE, maxStderrBytes: MEBIBYTE },
    environment: read.environment ?? [],
    output: readOutput(object, path, log),
    cedar: null,
    ...(sandbox === null ? {} : { sandbox }),
    ...(secretEnvironment === undefined ? {} : { secretEnvironment }),
  };
}

const NO_SECRETS = "a secret cannot stand here: every process can read a command line";
const SECRETS_HINT = 'Give it to the programs with a member like `"secrets": { "API_KEY": "my_api_key" }`.';

function checkDescription(read: CustomTable, path: TomlPath, log: IssueLog): void {
  if (read.description !== undefined && read.description.trim() !== "") return;
  const message = "the tool has no `description`, so a model can only guess what it is for";
  const place = { path: [...path, "name"], part: "key" } as const;
  addWarning(log, "missing-description", place, message, "Say in a sentence what it does.");
}

function hasValues({ env }: JsonObject): boolean {
  return env !== undefined && env !== null && !(isObject(env) && Object.keys(env).length === 0);
}

function refuseValues(path: TomlPath, log: IssueLog): void {
  const message = "values of environment variables never stand in a definition";
  const hint = "Give them when the tool is created or updated; they are kept sealed beside it.";
  addError(log, "values-in-definition", { path: [...path, "env"], part: "key" }, message, hint);
}

/** With a schema, the output is read as JSON and comes in the envelope; without, it is what the programs printed. */
function readOutput(object: JsonObject, path: TomlPath, log: IssueLog): OutputSpec {
  const schema = object["output_schema"];
  if (schema === undefined || schema === null) return { shape: "process", parser: "text", schema: null };
  return {
    shape: "envelope",
    parser: "json",
    schema: checkToolSchema(schema, "output", [...path, "output_schema"], log),
  };
}
