import type { JsonObject, JsonSchema } from "../../model/json.ts";
import type { SpecifierTemplate } from "../../model/tool.ts";
import { checkToolSchema, NO_ARGUMENTS } from "../checks/schema/check-tool-schema.ts";
import { toTable } from "../json/to-table.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readTable } from "../toml/table-reader.ts";
import type { TomlPath } from "../toml/toml-document.ts";
import { checkTexts } from "./check-texts.ts";
import { readSpecifier } from "./read-specifier.ts";
import { TOOL_SHAPE } from "./shape.ts";
import { toDraft } from "./to-draft.ts";
import type { Declared, DeclarationContext } from "./to-draft.ts";

/** Reads `{name, description, params, sideEffect, specifierTemplate, kind}`. `null` without a name. */
export function readToolDeclaration(
  entry: JsonObject,
  path: TomlPath,
  log: IssueLog,
  context: DeclarationContext,
): Declared | null {
  const source = toTable(entry, path, log, { nullable: ["params", "specifierTemplate"], opaque: ["params"] });
  const read = readTable(source, TOOL_SHAPE, log);
  checkTexts(source, ["description"], log);
  const schema = readParams(entry, path, log);
  if (read.name === undefined) return null;
  const draft = toDraft(
    {
      name: read.name,
      title: null,
      description: read.description ?? "",
      schema: schema ?? NO_ARGUMENTS,
      sideEffect: read.sideEffect ?? false,
      specifier: toSpecifier(read.specifierTemplate, schema, path, log),
      declared: read.kind ?? "agentTool",
    },
    context,
  );
  return { draft, namePath: [...path, "name"] };
}

/** The schema of `params`; without one the tool takes no arguments. `null` after an error. */
export function readParams(entry: JsonObject, path: TomlPath, log: IssueLog): JsonSchema | null {
  const params = Object.hasOwn(entry, "params") ? (entry["params"] ?? null) : null;
  return params === null ? NO_ARGUMENTS : checkToolSchema(params, "input", [...path, "params"], log);
}

function toSpecifier(
  text: string | undefined,
  schema: JsonSchema | null,
  path: TomlPath,
  log: IssueLog,
): SpecifierTemplate | null {
  const place = { path: [...path, "specifierTemplate"], part: "value" } as const;
  return text === undefined || schema === null ? null : readSpecifier(text, schema, place, log);
}
