import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { addError, toIssues } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import type { TomlDocument } from "../../manifest/toml/toml-document.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";
import { checkData } from "./check-data.ts";
import type { ConfigData } from "./config-data.ts";
import { toRules } from "./to-rules.ts";
import type { Rule } from "../../policy/policy.ts";
import { toPlain } from "./to-plain.ts";

/** One configuration file, read and checked by itself. */
export interface ConfigLayer {
  readonly layer: "user" | "project";
  readonly file: string;
  /** Relative paths in it start here. */
  readonly folder: string;
  readonly data: ConfigData;
  readonly rules: readonly Rule[];
  readonly document: TomlDocument;
  /** Lower-case hex over the bytes that were read. */
  readonly sha256: string;
}

export interface LayerResult {
  /** `null` when there is an error among the issues. */
  readonly layer: ConfigLayer | null;
  readonly issues: readonly ManifestIssue[];
}

/** Reads one `toolgate.toml`. `real` is the file behind it where it is a link that may be followed. */
export function readConfigLayer(layer: ConfigLayer["layer"], file: string, real: string): LayerResult {
  const content = readSmallFile(real);
  if (content.kind === "absent") return toFailure(toFileIssue(file, "unreadable", "the file is gone or a broken link"));
  if (content.kind === "problem") return toFailure(toFileIssue(file, content.code, content.message));
  const { document, issues } = parseTomlWithPositions(content.text, file);
  if (document === null) return { layer: null, issues };
  const log: IssueLog = { found: [] };
  const data = checkData(toPlain(document.root), log);
  if (layer === "project") refuseUserOnly(data, log);
  const rules = data === null ? [] : toRules(layer, data.permissions, document, log);
  const all = [...issues, ...toIssues(log, document)];
  if (data === null || all.some(({ severity }) => severity === "error")) return { layer: null, issues: all };
  const { sha256 } = content;
  return { layer: { layer, file, folder: path.dirname(file), data, rules, document, sha256 }, issues: all };
}

/** A project that chose where trust and evidence are kept could bring its own. */
function refuseUserOnly(data: ConfigData | null, log: IssueLog): void {
  if (data?.storage?.data_folder === undefined) return;
  const message = "`storage.data_folder` cannot be set by a project";
  const hint = "Set it in your own toolgate.toml (see `toolgate doctor`), or set TOOLGATE_HOME.";
  addError(log, "user-only", { path: ["storage", "data_folder"], part: "key" }, message, hint);
}

function toFailure(issue: ManifestIssue): LayerResult {
  return { layer: null, issues: [issue] };
}
