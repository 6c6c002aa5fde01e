import type { JsonObject } from "../../model/json.ts";
import { checkAgent } from "../checks/check-agent.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { toTable } from "../json/to-table.ts";
import type { ManifestOptions, ToolDraft } from "../manifest.ts";
import { checkToolName } from "../tool-name.ts";
import { addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { ReadTable } from "../toml/table-reader.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { checkBinary } from "./check-binary.ts";
import { checkDenyList } from "./check-deny-list.ts";
import { PRESETS } from "./presets/presets.ts";
import type { Preset } from "./presets/presets.ts";
import { readEnvironmentNames } from "./read-environment-names.ts";
import { CREDENTIALED_SHAPE, CREDENTIALED_SPECIAL } from "./shape.ts";

type RecordTable = ReadTable<typeof CREDENTIALED_SHAPE>;

const MEBIBYTE = 1024 * 1024;
const DEFAULT_TIMEOUT_SECONDS = 30;

/** Reads one record: a program that is started with a sealed credential, and what callers must not make it do. */
export function readRecord(object: JsonObject, path: TomlPath, log: IssueLog, options: ManifestOptions): ToolDraft {
  const source = toTable(object, path, log, CREDENTIALED_SPECIAL);
  const read = readTable(source, CREDENTIALED_SHAPE, log);
  const preset = read.preset === undefined ? null : PRESETS[read.preset];
  const isProgram = checkBinary(read, path, log);
  if (read.name !== undefined) checkToolName(read.name, { path: [...path, "name"], part: "value" }, log);
  else if (isProgram) checkToolName(read.binary_name ?? "", { path: [...path, "binary_name"], part: "value" }, log);
  checkShownText(source, ["description", "tips"], log);
  checkAgent(read.agent_id, path, log, options);
  checkDenyList("deny_args", read.deny_args, path, log);
  checkDenyList("deny_verbose", read.deny_verbose, path, log);
  const names = readEnvironmentNames(object["encrypted_env"], [...path, "encrypted_env"], log);
  const binary = read.binary_name ?? "";
  const seconds = read.timeout_seconds ?? preset?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  const sealed = joinLists(toRequired(preset), names).toSorted();
  return {
    name: read.name ?? binary,
    title: null,
    description: toDescription(read, path, log),
    version: null,
    group: null,
    input: {
      kind: "command-line",
      commandLine: {
        binary,
        binaryPath: read.binary_path ?? null,
        denyArgs: joinLists(preset?.denyArgs ?? [], read.deny_args ?? []),
        denyVerbose: joinLists(preset?.denyVerbose ?? [], read.deny_verbose ?? []),
      },
    },
    effect: "write",
    riskTier: null,
    humanApproval: read.human_approval ?? false,
    enabled: read.enabled ?? true,
    overrides: read.overrides ?? false,
    backend: { kind: "command", binary: read.binary_path ?? binary, args: [], constants: {}, cwd: null },
    limits: { timeoutMs: seconds * 1000, maxStdoutBytes: MEBIBYTE, maxStderrBytes: MEBIBYTE },
    environment: [],
    output: { shape: "process", parser: "text", schema: null },
    cedar: null,
    // No values belong to this version: until some are sealed with the tool, it is refused instead of run without.
    sealedEnvironment: sealed.length === 0 ? null : { names: sealed, version: "" },
  };
}

function toDescription({ description = "", tips = "" }: RecordTable, path: TomlPath, log: IssueLog): string {
  const texts = [description.trim(), tips.trim()].filter((text) => text !== "");
  if (texts.length === 0) {
    const message = "the record has neither `description` nor `tips`, so a model can only guess what it is for";
    const place = { path: [...path, "binary_name"], part: "key" } as const;
    addWarning(log, "missing-description", place, message, "Say in `tips` what it may be used for.");
  }
  return texts.join("\n");
}

function toRequired(preset: Preset | null): readonly string[] {
  return (preset?.environment ?? []).filter(({ optional }) => !optional).map(({ name }) => name);
}

function joinLists(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])];
}
