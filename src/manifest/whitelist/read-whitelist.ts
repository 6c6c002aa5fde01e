import type { ManifestOptions, PlacedDraft, ToolDraft } from "../manifest.ts";
import { readSandbox } from "../checks/confine/read-sandbox.ts";
import { refuseSecretTexts } from "../checks/secrets/refuse-secret-texts.ts";
import type { SecretRefusal } from "../checks/secrets/refuse-secret-texts.ts";
import { checkShownText } from "../checks/check-shown-text.ts";
import { checkToolName } from "../tool-name.ts";
import { addWarning } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { TomlDocument } from "../toml/toml-document.ts";
import { readCommand } from "./read-command.ts";
import { readConstraints } from "./read-constraints.ts";
import { readInternal } from "./read-internal.ts";
import { findToolHome, findTopHome, TOOL_SHAPE } from "./shape.ts";
import type { ToolTable } from "./shape.ts";

/** Reads a whitelist tool, one per file. What is wrong goes to `log`; the draft only counts when that has no error. */
export function readWhitelist(
  document: TomlDocument,
  log: IssueLog,
  { apis }: Pick<ManifestOptions, "apis">,
): readonly PlacedDraft[] {
  const read = readTable({ table: document.root, path: [] }, TOOL_SHAPE, log, findToolHome);
  if (read.name !== undefined) checkToolName(read.name, { path: ["name"], part: "value" }, log);
  checkShownText({ table: document.root, path: [] }, ["title", "description", "version", "group"], log);
  checkDescription(read, log);
  refuseSecretTexts(document.root, [], { refusal: NO_SECRETS, except: ["secrets"] }, log);
  const { limits, cwd } = readConstraints(read.constraints, log);
  const sandbox = readSandbox(read.sandbox, log, findTopHome);
  const body = read.kind === "internal" ? readInternal(read, apis, log) : readCommand(read, cwd, log);
  const confined = sandbox === null ? {} : { sandbox };
  return [{ draft: { ...toCommon(read), ...body, limits, ...confined }, place: null }];
}

const NO_SECRETS: SecretRefusal = {
  message: "a secret cannot be part of a text here: every process can read a command line",
  hint: 'Give it to the program in [secrets], such as `API_KEY = "my_api_key"`.',
};

function toCommon(read: ToolTable): Omit<ToolDraft, "input" | "backend" | "effect" | "output" | "limits"> {
  return {
    name: read.name ?? "",
    title: read.title ?? null,
    description: read.description ?? "",
    version: read.version ?? null,
    group: read.group ?? null,
    riskTier: null,
    humanApproval: read.human_approval ?? false,
    enabled: read.enabled ?? true,
    overrides: read.overrides ?? false,
    environment: read.environment ?? [],
    cedar: null,
  };
}

function checkDescription(read: ToolTable, log: IssueLog): void {
  if (read.description !== undefined && read.description.trim() !== "") return;
  const message = "the tool has no `description`, so a model can only guess what it is for";
  addWarning(log, "missing-description", { path: ["name"], part: "key" }, message, "Say in a sentence what it does.");
}
