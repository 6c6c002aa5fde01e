import type { JsonObject } from "../../model/json.ts";
import type { Effect } from "../../model/tool.ts";
import { checkToolSchema, NO_ARGUMENTS } from "../checks/schema/check-tool-schema.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { toTable } from "../json/to-table.ts";
import type { CapabilityCeiling, ToolDraft } from "../manifest.ts";
import { checkSize } from "../toml/check-size.ts";
import type { TableSource } from "../toml/fields.ts";
import { addError, addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import { checkToolName } from "../tool-name.ts";
import { readAllow } from "./allow/read-allow.ts";
import { ANNOTATIONS_SHAPE, MODULE_SHAPE } from "./shape.ts";
import type { AnnotationsTable, ModuleTable } from "./shape.ts";

/** For a handler that does not say how long it may take. */
const DEFAULT_TIMEOUT_MS = 300_000;
/** Of each stream of a command; more ends it. */
const OUTPUT_CAP_BYTES = 8 * 1024 * 1024;

/** What is the same for all declarations of a module. */
export interface ModuleContext {
  readonly sha256: string;
  readonly ceiling: CapabilityCeiling;
}

/** Reads what one `defineTool` call declares. The draft only counts when the log has no error. */
export function readDeclaration(
  manifest: JsonObject,
  index: number,
  module: ModuleContext,
  log: IssueLog,
): ToolDraft | null {
  const source = toTable(manifest, [], log, { opaque: ["inputSchema", "outputSchema"] });
  if (!checkSize(source.table, log)) return null;
  const read = readTable(source, MODULE_SHAPE, log);
  const annotations = readTable(read.annotations ?? EMPTY, ANNOTATIONS_SHAPE, log);
  checkTexts(source, read, log);
  const allowed = readAllow(read.allow ?? EMPTY_ALLOW, module.ceiling, log);
  const name = read.name ?? "";
  return {
    name,
    title: read.title ?? annotations.title ?? null,
    description: read.description ?? "",
    version: read.version ?? null,
    group: name.includes(".") ? name.slice(0, name.indexOf(".")) : null,
    input: { kind: "schema", schema: readSchema(manifest, "inputSchema", log) ?? NO_ARGUMENTS },
    effect: read.effect ?? toEffect(annotations),
    riskTier: null,
    humanApproval: read.humanApproval ?? false,
    enabled: read.enabled ?? true,
    overrides: read.overrides ?? false,
    backend: {
      kind: "capability",
      module: { sha256: module.sha256, index },
      ...allowed,
      exposed: isExposed(read, log),
    },
    limits: {
      timeoutMs: read.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxStdoutBytes: OUTPUT_CAP_BYTES,
      maxStderrBytes: OUTPUT_CAP_BYTES,
    },
    environment: [],
    output: { shape: "value", parser: "json", schema: readSchema(manifest, "outputSchema", log) },
    cedar: null,
  };
}

const EMPTY: TableSource = { table: {}, path: [] };
const EMPTY_ALLOW: TableSource = { table: {}, path: ["allow"] };

function checkTexts(source: TableSource, read: ModuleTable, log: IssueLog): void {
  if (read.name !== undefined) checkToolName(read.name, { path: ["name"], part: "value" }, log);
  checkShownText(source, ["title", "description", "version"], log);
  if (read.annotations !== undefined) checkShownText(read.annotations, ["title"], log);
  if (read.description !== undefined && read.description.trim() !== "") return;
  const message = "the tool has no `description`, so a model can only guess what it is for";
  addWarning(log, "missing-description", { path: ["name"], part: "key" }, message, "Say in a sentence what it does.");
}

function readSchema(manifest: JsonObject, key: "inputSchema" | "outputSchema", log: IssueLog): JsonObject | null {
  const schema = Object.hasOwn(manifest, key) ? manifest[key] : undefined;
  return schema === undefined ? null : checkToolSchema(schema, key === "inputSchema" ? "input" : "output", [key], log);
}

/** A hint is believed only when it makes the tool stricter. */
function toEffect({ destructiveHint }: AnnotationsTable): Effect {
  return destructiveHint === true ? "destructive" : "write";
}

function isExposed(read: ModuleTable, log: IssueLog): boolean {
  if (read.exposeAsTool !== undefined && read.exposeAsMcpTool !== undefined) {
    const place = { path: ["exposeAsMcpTool"], part: "key" } as const;
    addError(log, "two-spellings", place, "`exposeAsTool` and `exposeAsMcpTool` are one key", "Keep one of them.");
  }
  return read.exposeAsTool ?? read.exposeAsMcpTool ?? false;
}
