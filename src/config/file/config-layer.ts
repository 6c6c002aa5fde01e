import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { addError, addWarning, toIssues } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import type { TomlDocument } from "../../manifest/toml/toml-document.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";
import { findWithExamples } from "./rules/check-rule-examples.ts";
import { checkData } from "./data/check-data.ts";
import type { ConfigData } from "./data/config-data.ts";
import type { OwnIds } from "./rules/own-ids.ts";
import { toApprovers } from "./to-approvers.ts";
import { toExecuting } from "./to-executing.ts";
import type { ExecutingRows } from "./to-executing.ts";
import { toLimitRules } from "./rules/to-limit-rules.ts";
import { toPlain } from "./to-plain.ts";
import { toRules } from "./rules/to-rules.ts";
import type { WrittenRule } from "./rules/to-rules.ts";
import { toVisibility } from "./to-visibility.ts";
import type { ApproverRule } from "../config.ts";
import type { LimitRule, Rule, VisibilityPolicy } from "../../policy/policy.ts";

/** One configuration file, read and checked by itself. */
export interface ConfigLayer {
  readonly layer: "user" | "project";
  readonly file: string;
  /** Relative paths in it start here. */
  readonly folder: string;
  readonly data: ConfigData;
  readonly rules: readonly Rule[];
  /** `[policy]`; `null` without one. */
  readonly visibility: VisibilityPolicy | null;
  readonly limitRules: readonly LimitRule[];
  readonly approvers: readonly ApproverRule[];
  readonly executing: ExecutingRows;
  /** The rules that give examples of what they match: see `checkRuleExamples`. */
  readonly examples: readonly WrittenRule[];
  /** The ids that it gives to its rules. */
  readonly ids: OwnIds;
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
  const deciding = data === null ? null : toDeciding(layer, data, document, log);
  const all = [...issues, ...toIssues(log, document)];
  if (data === null || deciding === null || all.some(({ severity }) => severity === "error"))
    return { layer: null, issues: all };
  const { sha256 } = content;
  return { layer: { layer, file, folder: path.dirname(file), data, ...deciding, document, sha256 }, issues: all };
}

type Deciding = Pick<
  ConfigLayer,
  "rules" | "examples" | "visibility" | "limitRules" | "approvers" | "executing" | "ids"
>;

function toDeciding(layer: ConfigLayer["layer"], data: ConfigData, document: TomlDocument, log: IssueLog): Deciding {
  const ids: OwnIds = new Map();
  const written = toRules(data.permissions, { layer, document, ids, log });
  return {
    rules: written.map(({ rule }) => rule),
    examples: findWithExamples(written),
    visibility: toVisibility(layer, data.policy, document, log),
    limitRules: toLimitRules(layer, data.limits?.rules ?? [], document, ids, log),
    approvers: toApprovers(layer, data.approvals?.who ?? [], document, log),
    executing: toExecuting(data, { layer, document, log }),
    ids,
  };
}

/** A project that chose where trust and evidence are kept could bring its own. */
function refuseUserOnly(data: ConfigData | null, log: IssueLog): void {
  if (data?.packs?.deny_pack === "off") {
    const message =
      '`packs.deny_pack = "off"` of a project changes nothing: only your own toolgate.toml switches it off';
    addWarning(log, "user-only", { path: ["packs", "deny_pack"], part: "value" }, message, "Remove it.");
  }
  if (data?.storage?.data_folder === undefined) return;
  const message = "`storage.data_folder` cannot be set by a project";
  const hint = "Set it in your own toolgate.toml (see `toolgate doctor`), or set TOOLGATE_HOME.";
  addError(log, "user-only", { path: ["storage", "data_folder"], part: "key" }, message, hint);
}

function toFailure(issue: ManifestIssue): LayerResult {
  return { layer: null, issues: [issue] };
}
