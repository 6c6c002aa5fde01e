import { readSandbox } from "../../checks/confine/read-sandbox.ts";
import { checkEnvironment } from "../../checks/check-environment.ts";
import { checkShownText } from "../../checks/check-shown-text.ts";
import type { ManifestOptions } from "../../manifest.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import type { ReadTable } from "../../toml/table-reader.ts";
import { checkToolName } from "../../tool-name.ts";
import { TOOL_SHAPE } from "../shape.ts";
import { checkVersion } from "./check-version.ts";
import { readCedar } from "./read-cedar.ts";
import { readEvidence } from "./read-evidence.ts";
import type { ToolHeader } from "./tool-header.ts";

/** Reads `[tool]`. A file without one was reported already. */
export function readTool(source: TableSource | undefined, log: IssueLog, options: ManifestOptions): ToolHeader {
  const read = source === undefined ? ({} as ReadTable<typeof TOOL_SHAPE>) : readKeys(source, log);
  const profile = read.profile ?? options.project?.profile ?? "strict";
  if (read.version !== undefined) checkVersion(read.version, profile, log);
  return {
    name: read.name ?? "",
    title: read.title ?? null,
    description: read.description ?? "",
    version: read.version ?? null,
    group: read.group ?? null,
    binary: read.binary ?? null,
    mode: read.mode ?? null,
    dispatch: read.dispatch ?? "exec",
    timeoutMs: (read.timeout_seconds ?? 60) * 1000,
    riskTier: read.risk_tier ?? "low",
    effect: read.effect ?? null,
    humanApproval: read.human_approval ?? false,
    enabled: read.enabled ?? true,
    overrides: read.overrides ?? false,
    environment: read.environment ?? [],
    cedar: readCedar(read.cedar, log),
    evidence: readEvidence(read.evidence, log),
    sandbox: readSandbox(read.sandbox, log),
    profile,
  };
}

function readKeys(source: TableSource, log: IssueLog): ReadTable<typeof TOOL_SHAPE> {
  const tool = readTable(source, TOOL_SHAPE, log, (key) =>
    key === "schemapin" ? "has no place in a manifest: its signature stands beside it, in a file of its own" : null,
  );
  if (tool.name !== undefined) checkToolName(tool.name, { path: ["tool", "name"], part: "value" }, log);
  if (tool.description === undefined || tool.description.trim() === "") {
    const message = "the tool has no `description`, so a model can only guess what it is for";
    const place = { path: ["tool", "name"], part: "key" } as const;
    addWarning(log, "missing-description", place, message, "Say in a sentence what it does.");
  }
  if (tool.environment !== undefined) checkEnvironment(tool.environment, ["tool", "environment"], log);
  checkShownText(source, ["title", "description", "version", "group"], log);
  return tool;
}
