import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { toPlain } from "../../src/config/file/to-plain.ts";
import { loadModuleEvaluator } from "../../src/manifest/capability/evaluate/load-module-evaluator.ts";
import type { ManifestFormat } from "../../src/manifest/manifest.ts";
import { parseManifest, toFormat } from "../../src/manifest/parse-manifest.ts";
import { parseTomlWithPositions } from "../../src/manifest/toml/parse-toml.ts";
import type { JsonValue } from "../../src/model/json.ts";
import { readVectorCases } from "../support/vector-cases.ts";

/** A definition as its schema sees it, and the codes of the errors that its reader finds. */
export interface SchemaCase {
  readonly name: string;
  readonly schema: string;
  readonly data: JsonValue;
  readonly errors: readonly string[];
}

const VECTORS = path.resolve(import.meta.dirname, "../vectors/manifest");
const evaluateModule = await loadModuleEvaluator();

/** Every vector of every format that is TOML, JSON or JavaScript at all: what is not has no data to look at. */
export function readSchemaCases(): readonly SchemaCase[] {
  const files = readdirSync(VECTORS).flatMap((file) => {
    const text = readFileSync(path.join(VECTORS, file), "utf8");
    if (file.endsWith(".json")) return toCase(file, text, toFormat(file, text));
    return file.endsWith(".toml") ? toCase(file, text, file.endsWith(".clad.toml") ? "toolclad" : "whitelist") : [];
  });
  const declared = readVectorCases("agent-tool-declarations.txt").flatMap(({ name, text }) =>
    toCase(`agent tools: ${name}`, text, "agent-tool"),
  );
  const modules = ["capability-allow.txt", "capability-declarations.txt", "capability-modules.txt"]
    .flatMap((file) => readVectorCases(file))
    .flatMap(({ name, text }) => toCase(`module: ${name}`, text, "capability"));
  return [...files, ...declared, ...modules];
}

const SCHEMAS: Readonly<Record<ManifestFormat, string>> = {
  whitelist: "whitelist-tool",
  toolclad: "toolclad",
  custom: "custom-tools",
  credentialed: "credentialed",
  "agent-tool": "agent-tools",
  capability: "capability",
};

/** The data of one definition, and what is wrong with it. */
export function toCase(name: string, text: string, format: ManifestFormat): readonly SchemaCase[] {
  const file = format === "capability" ? "x.js" : name;
  const { issues } = parseManifest(text, { file, layer: "user", format, evaluateModule });
  const errors = [...new Set(issues.filter(({ severity }) => severity === "error").map(({ code }) => code))];
  const found = format === "capability" ? toManifest(text) : toData(text, format);
  return found === null ? [] : [{ name, schema: SCHEMAS[format], data: found.data, errors }];
}

function toData(text: string, format: ManifestFormat): { readonly data: JsonValue } | null {
  if (format === "whitelist" || format === "toolclad") {
    const { document } = parseTomlWithPositions(text, "x.toml");
    return document === null ? null : { data: toPlain(document.root) };
  }
  try {
    return { data: JSON.parse(text) as JsonValue };
  } catch {
    return null;
  }
}

/** Of a module with one call whose argument is JSON: what else is wrong with a module is not in its manifest. */
function toManifest(text: string): { readonly data: JsonValue } | null {
  const result = evaluateModule(text, { file: "x.js" });
  const [first, ...others] = result.ok ? result.declarations : [];
  if (first === undefined || others.length > 0 || first.notJson.length > 0 || !first.hasHandler) return null;
  return { data: first.manifest };
}
