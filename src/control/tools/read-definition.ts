import path from "node:path";
import type { SaveToolRequest } from "../../call/runtime.ts";
import { parseJsonWithPositions } from "../../manifest/json/parse-json.ts";
import type { ManifestIssue, ToolcladProject } from "../../manifest/manifest.ts";
import { parseManifest } from "../../manifest/parse-manifest.ts";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import { isTable } from "../../manifest/toml/toml-document.ts";
import type { Tool } from "../../model/tool.ts";
import { refuseRelativePrograms } from "../../registry/refuse-relative-programs.ts";
import { loadToolcladProject } from "../../registry/files/toolclad-project.ts";
import { isJsonFormat } from "./stored/is-json-format.ts";
import { refuse } from "./tool-change.ts";
import type { Refusal } from "./tool-change.ts";
import type { ToolControlParts } from "./tool-control-parts.ts";

/** A definition that can be served. */
export interface Definition {
  readonly ok: true;
  /** What the text calls itself; a session manifest declares several tools under this name. */
  readonly name: string;
  readonly tools: readonly [Tool, ...Tool[]];
}

export interface DefinitionPlace {
  readonly format: SaveToolRequest["format"];
  readonly audience: SaveToolRequest["audience"];
  /** Where it stands or will stand, for messages. */
  readonly file: string;
}

/** Checks a text as if it were loaded: everything that is wrong comes back at once. */
export function readDefinition(text: string, place: DefinitionPlace, parts: ToolControlParts): Definition | Refusal {
  const { format, audience, file } = place;
  const layer = audience.kind === "session" ? "session" : "user";
  const project = format === "toolclad" && audience.kind === "everybody" ? readProject(path.dirname(file)) : undefined;
  const parsed = parseManifest(text, { file, layer, format, project, apis: parts.apis, stored: isJsonFormat(format) });
  // Like a person's own, a tool of the database is not written for one project.
  const { tools, issues } = refuseRelativePrograms(parsed, "user");
  const [first, ...rest] = tools;
  if (first === undefined || hasError(issues)) return toRefusal(text, format, file, issues);
  const isRow = isJsonFormat(format) || audience.kind !== "everybody";
  if (isRow && rest.length > 0) {
    const hint = "Give one at a time; a manifest with several commands belongs into a file, for everybody.";
    return refuse("validation", `the text declares ${tools.length} tools; one at a time is saved`, hint, issues);
  }
  const name = isJsonFormat(format) ? first.name : (findDeclaredName(text, format) ?? first.name);
  return { ok: true, name, tools: [first, ...rest] };
}

/** The types that the folder's `toolclad.toml` adds. */
function readProject(folder: string): ToolcladProject | undefined {
  return loadToolcladProject({ layer: "user", folder }, undefined, null).project ?? undefined;
}

/** What a TOML text calls itself, also when it cannot be served; `null` when it is no TOML or says no name. */
export function findDeclaredName(text: string, format: "whitelist" | "toolclad"): string | null {
  const root = parseTomlWithPositions(text, "").document?.root;
  const table = format === "toolclad" ? root?.["tool"] : root;
  const name = isTable(table) ? table["name"] : undefined;
  return typeof name === "string" ? name : null;
}

function toRefusal(
  text: string,
  format: SaveToolRequest["format"],
  file: string,
  issues: readonly ManifestIssue[],
): Refusal {
  const parse = isJsonFormat(format) ? parseJsonWithPositions : parseTomlWithPositions;
  const isText = parse(text, file).document !== null;
  const kind = isJsonFormat(format) ? "JSON" : "TOML";
  const first = issues.find(({ severity }) => severity === "error");
  const what = first === undefined ? "it declares no tool" : `line ${first.line}: ${first.message}`;
  const hint = first?.hint ?? "`toolgate validate FILE` shows every mistake with its place.";
  return isText
    ? refuse("validation", `the definition cannot be served: ${what}`, hint, issues)
    : refuse("parse", `the text is not ${kind}: ${what}`, hint, issues);
}

function hasError(issues: readonly ManifestIssue[]): boolean {
  return issues.some(({ severity }) => severity === "error");
}
