import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { parseDocument } from "../../import/document/parse-document.ts";
import { ImportError } from "../../import/import-result.ts";
import type { Dropped, GeneratedFile } from "../../import/import-result.ts";
import { adaptManifest } from "../../import/manifests/adapt-manifest.ts";
import { splitCustomTools } from "../../import/manifests/split-custom-tools.ts";
import type { ManifestIssue, ManifestOptions, ToolcladProject } from "../../manifest/manifest.ts";
import { parseToolcladProject } from "../../manifest/toolclad/project/parse-toolclad-project.ts";
import { TOOLCLAD_PROJECT, isModuleName, isToolFileName } from "../../registry/file-kinds.ts";
import { getModuleEvaluator } from "../../registry/files/module-evaluator.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";
import type { Cli } from "../cli.ts";
import { saveCustomTools } from "./save-custom-tools.ts";
import type { Source } from "./open-source.ts";
import { placeProject } from "./place-project.ts";
import type { ImportContext, ImportReport } from "./report.ts";
import { findToolFolder } from "./target.ts";
import { writeFiles } from "./write-files.ts";

const MAX_FILES = 10_000;

interface Found {
  readonly files: readonly GeneratedFile[];
  readonly custom: readonly { readonly name: string; readonly text: string }[];
  readonly dropped: readonly Dropped[];
  readonly issues: readonly ManifestIssue[];
}

/** Copies the manifests of a folder, or one file: TOML and modules into a tool folder, custom tools into the database. */
export async function importManifests(cli: Cli, source: Source, context: ImportContext): Promise<ImportReport> {
  const places = listPlaces(source.path);
  const project = readProject(places.project);
  const hasModules = places.files.some((file) => isModuleName(path.basename(file)));
  const evaluateModule = hasModules ? await getModuleEvaluator() : undefined;
  const found = places.files.map((file) => readOne(file, { project: project.project ?? undefined, evaluateModule }));
  const files = found.flatMap((one) => one.files);
  const custom = found.flatMap((one) => one.custom);
  const folder = findToolFolder(cli, context);
  const settings = files.some(({ name }) => name.endsWith(".clad.toml"))
    ? placeProject(cli, folder, places.project, project.text, context)
    : null;
  const copied = writeFiles(cli, folder, files, context, { project: project.project ?? undefined, evaluateModule });
  const saved = await saveCustomTools(cli, custom, context);
  const parts = [...(settings === null ? [] : [settings]), copied, saved];
  const issues = [...project.issues, ...found.flatMap((one) => one.issues), ...parts.flatMap((part) => part.issues)];
  const written = parts.flatMap((part) => part.written);
  return {
    written,
    dropped: [...places.dropped, ...found.flatMap((one) => one.dropped), ...parts.flatMap((part) => part.dropped)],
    issues: issues.filter(
      (issue, index) => issues.findIndex((other) => JSON.stringify(other) === JSON.stringify(issue)) === index,
    ),
    failed:
      written.length === 0 || parts.some((part) => part.failed) || issues.some(({ severity }) => severity === "error"),
  };
}

interface Places {
  readonly files: readonly string[];
  /** The `toolclad.toml` that goes with them. */
  readonly project: string | null;
  readonly dropped: readonly Dropped[];
}

/** The files of a folder and of its `tools`; links are not followed, since they lead to what nobody named. */
function listPlaces(place: string): Places {
  if (statSync(place).isFile()) return { files: [place], project: findProject(path.dirname(place)), dropped: [] };
  const dropped: Dropped[] = [];
  const files = [place, path.join(place, "tools")].flatMap((folder, depth) => {
    const entries = depth === 0 || isFolder(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
    return entries.flatMap((entry) => {
      const full = path.join(folder, entry.name);
      if (entry.isSymbolicLink())
        dropped.push(toRefused(entry.name, "links are not followed", "copy the file itself here"));
      const isWanted = isToolFileName(entry.name) || (entry.name.endsWith(".json") && entry.name !== "package.json");
      return entry.isFile() && isWanted ? [full] : [];
    });
  });
  if (files.length > MAX_FILES) throw new ImportError(`the folder has more than ${MAX_FILES} files`);
  if (files.length + dropped.length === 0) throw new ImportError("no manifest lies in this folder");
  return { files: files.sort(), project: findProject(place), dropped };
}

function isFolder(place: string): boolean {
  const parent = readdirSync(path.dirname(place), { withFileTypes: true });
  return parent.some((entry) => entry.name === path.basename(place) && entry.isDirectory());
}

function findProject(folder: string): string | null {
  const places = [folder, path.join(folder, "tools")].map((place) => path.join(place, TOOLCLAD_PROJECT));
  return places.find((place) => readSmallFile(place).kind === "text") ?? null;
}

function readProject(file: string | null): {
  readonly project: ToolcladProject | null;
  readonly text: string | null;
  readonly issues: readonly ManifestIssue[];
} {
  const content = file === null ? null : readSmallFile(file);
  if (file === null || content?.kind !== "text") return { project: null, text: null, issues: [] };
  const parsed = parseToolcladProject(content.text, file);
  return { ...parsed, text: parsed.project === null ? null : content.text };
}

function readOne(file: string, options: Pick<ManifestOptions, "project" | "evaluateModule">): Found {
  const source = path.basename(file);
  const none = { files: [], custom: [], dropped: [], issues: [] };
  const content = readSmallFile(file);
  if (content.kind !== "text") {
    const reason = content.kind === "absent" ? "it is gone" : content.message;
    return { ...none, dropped: [toRefused(source, reason, null)] };
  }
  if (source.endsWith(".json")) return { ...none, ...readCustom(content.text, file, source) };
  const adapted = adaptManifest(content.text, { ...options, file, layer: "project" });
  const { tools, issues } = adapted.result;
  const error = issues.find(({ severity }) => severity === "error");
  if (tools.length === 0 || error !== undefined) {
    const reason =
      error === undefined ? "it declares no tool" : `${toRisk(error.code)}line ${error.line}: ${error.message}`;
    return { ...none, dropped: [toRefused(source, reason, error?.hint ?? null)], issues };
  }
  const names = tools.map(({ name }) => name);
  const dropped = adapted.changes.map((what) => ({
    source,
    what,
    reason: "the copy says so in a comment",
    hint: null,
  }));
  return { ...none, files: [{ name: source, text: adapted.text, tools: names, source }], dropped };
}

function readCustom(text: string, file: string, source: string): Pick<Found, "custom" | "dropped"> {
  try {
    const { tools, dropped } = splitCustomTools(parseDocument(text, file), source);
    return { custom: tools, dropped };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { custom: [], dropped: [toRefused(source, error.message, error.hint)] };
  }
}

/** Mistakes that are none elsewhere: there such a tool loads, and a caller can make it do other things than it says. */
const UNSAFE: ReadonlySet<string> = new Set(
  "code-placeholder shell-placeholder shell-line shell-word shell-operator placeholder-program placeholder-redirect host-from-caller secret-to-any-host secret-in-host misplaced-secret dangerous-environment hidden-character bad-condition effect-too-low url-userinfo".split(
    " ",
  ),
);

function toRisk(code: string): string {
  return UNSAFE.has(code) ? "it is unsafe, although it loads elsewhere; " : "";
}

function toRefused(source: string, reason: string, hint: string | null): Dropped {
  return { source, what: "the file", reason, hint };
}
