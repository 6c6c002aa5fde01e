import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import { checkData } from "../../config/file/data/check-data.ts";
import type { ConfigData } from "../../config/file/data/config-data.ts";
import { toPlain } from "../../config/file/to-plain.ts";
import { toRules } from "../../config/file/rules/to-rules.ts";
import { prepareFile } from "../../control/tools/file/write-tool-file.ts";
import { ImportError } from "../../import/import-result.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { toIssues } from "../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../manifest/toml/issue-log.ts";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";

/** A `toolgate.toml` as it stands, or an empty one that is still to be made. */
export interface ConfigText {
  /** The file itself, not a link to it. */
  readonly file: string;
  readonly isNew: boolean;
  readonly text: string;
  readonly data: ConfigData;
}

/** @throws ImportError when there is one that cannot be read, or has a mistake */
export function readConfigText(file: string): ConfigText {
  const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined;
  if (isNew) return { file, isNew, text: "", data: {} };
  const real = realpathSync(file);
  const content = readSmallFile(real);
  if (content.kind !== "text") throw new ImportError(`${path.basename(file)} cannot be read`);
  const { data, problem } = readData(content.text, file);
  if (data === null) {
    throw new ImportError(
      `${path.basename(file)} has a mistake: ${renderProblem(problem)}`,
      "`toolgate validate` shows every mistake.",
    );
  }
  return { file: real, isNew, text: content.text, data };
}

/** What makes the changed text no configuration; `null`: nothing does. */
export function findConfigProblem({ file }: ConfigText, text: string): string | null {
  return readData(text, file).problem?.message ?? null;
}

/** Puts the changed text in place, whole or not at all. @throws Error when it is no configuration any more */
export function writeConfigText({ file, isNew }: ConfigText, text: string, dryRun: boolean): void {
  const { data, problem } = readData(text, file);
  if (data === null) throw new Error(`the change would have broken ${path.basename(file)}: ${renderProblem(problem)}`);
  if (!dryRun) prepareFile(file, text).place(isNew);
}

interface Read {
  readonly data: ConfigData | null;
  readonly problem: Pick<ManifestIssue, "line" | "message"> | null;
}

function readData(text: string, file: string): Read {
  const { document, issues } = parseTomlWithPositions(text, file);
  const log: IssueLog = { found: [] };
  const data = document === null ? null : checkData(toPlain(document.root), log);
  if (document !== null && data !== null)
    toRules(data.permissions, { layer: "project", document, ids: new Map(), log });
  const found = document === null ? issues : [...issues, ...toIssues(log, document)];
  const error = found.find(({ severity }) => severity === "error");
  return { data: error === undefined ? data : null, problem: error ?? null };
}

function renderProblem(problem: Read["problem"]): string {
  return problem === null ? "" : `line ${problem.line}: ${problem.message}`;
}
