import { lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { prepareFile } from "../../control/tools/file/write-tool-file.ts";
import { ImportError } from "../../import/import-result.ts";
import type { Dropped, GeneratedFile } from "../../import/import-result.ts";
import type { ManifestIssue, ManifestOptions } from "../../manifest/manifest.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import { isToolFileName } from "../../registry/file-kinds.ts";
import type { Cli } from "../cli.ts";
import type { ImportContext, ImportReport, Written } from "./report.ts";
import { toShownPath } from "./target.ts";

/** Puts manifests into a folder. Each is read before it is written and again from the disk: what does not load fails. */
export function writeFiles(
  { cwd }: Pick<Cli, "cwd">,
  folder: string,
  files: readonly GeneratedFile[],
  context: Pick<ImportContext, "dryRun" | "force">,
  options: Omit<ManifestOptions, "file" | "layer"> = {},
): ImportReport {
  const written: Written[] = [];
  const dropped: Dropped[] = [];
  const issues: ManifestIssue[] = [];
  let failed = false;
  if (files.length > 0) makeFolder(folder, context.dryRun);
  for (const { name, text, tools, source } of files) {
    const file = path.join(folder, name);
    const parse = (content: string): boolean => {
      const result = parseManifest(content, { ...options, file, layer: "project" });
      issues.push(...result.issues.filter((issue) => !issues.some((known) => isSame(known, issue))));
      return result.tools.length > 0;
    };
    if (!isToolFileName(name) || path.basename(name) !== name)
      throw new Error(`${name} is not the name of a tool file`);
    const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    if (isThere && !context.force) {
      const reason = `${toShownPath(cwd, file)} is there already`;
      dropped.push({ source, what: "the tool", reason, hint: "--force replaces it; --out names another folder" });
      failed = true;
    } else if (!parse(text) || !place({ file, text, isNew: !isThere }, context.dryRun, parse)) {
      failed = true;
    } else {
      const action = isThere ? "replaced" : "created";
      written.push({ file: toShownPath(cwd, file), action, what: tools, from: source });
    }
  }
  return { written, dropped, issues, failed };
}

function makeFolder(folder: string, dryRun: boolean): void {
  if (!dryRun) mkdirSync(folder, { recursive: true });
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new ImportError(`${folder} is no folder`);
}

/** Whether the file is in its place and says what was written. */
function place(
  { file, text, isNew }: { readonly file: string; readonly text: string; readonly isNew: boolean },
  dryRun: boolean,
  parse: (content: string) => boolean,
): boolean {
  if (dryRun) return true;
  prepareFile(file, text).place(isNew);
  const content = readFileSync(file, "utf8");
  return content === text && parse(content);
}

function isSame(one: ManifestIssue, other: ManifestIssue): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column && one.code === other.code;
}
