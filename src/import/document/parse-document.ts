import path from "node:path";
import { stripComments } from "jsonc-parser";
import { parseJsonWithPositions } from "../../manifest/json/parse-json.ts";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import type { TomlValue } from "../../manifest/toml/toml-document.ts";
import { isTable } from "../../manifest/toml/toml-document.ts";
import type { JsonValue } from "../../model/json.ts";
import { ImportError } from "../import-result.ts";
import { parseYaml } from "./parse-yaml.ts";
import { toPlainData } from "./to-plain-data.ts";

/** Documents of other systems may be long, but not without end. In UTF-16 units. */
export const MAX_DOCUMENT_LENGTH: number = 16 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/**
 * Reads JSON (with the comments and trailing commas that editors' files have), YAML or TOML as plain data without
 * prototypes; the file name's ending says which. @throws ImportError for anything else
 */
export function parseDocument(text: string, file: string): JsonValue {
  switch (path.extname(file).toLowerCase()) {
    case ".toml":
      return parseToml(text, file);
    case ".yaml":
    case ".yml":
      return parseYaml(text);
    default:
      return parseJson(text, file);
  }
}

function parseJson(text: string, file: string): JsonValue {
  const limits = { maxLength: MAX_DOCUMENT_LENGTH, maxEntries: MAX_ENTRIES };
  if (text.length > MAX_DOCUMENT_LENGTH) throw new ImportError("the document is larger than 16 MiB");
  const strict = toStrict(text);
  const { document, issues } = parseJsonWithPositions(strict, file, limits);
  if (document !== null) return document.root;
  const errors = issues.filter(({ severity }) => severity === "error");
  // The bounds of 64-bit integers are common, and mean no more than that there is no bound.
  if (errors.every(({ code }) => code === "out-of-range")) return toPlainData(JSON.parse(strict));
  throw toError(errors);
}

/** Without comments and trailing commas; every other character keeps its place. */
function toStrict(text: string): string {
  return stripComments(text, " ").replace(
    /("(?:[^"\\]|\\[\s\S])*")|,(?=\s*[}\]])/g,
    (_, quoted: string | undefined) => quoted ?? " ",
  );
}

function parseToml(text: string, file: string): JsonValue {
  const { document, issues } = parseTomlWithPositions(text, file);
  if (document === null) throw toError(issues);
  return toData(document.root);
}

function toData(value: TomlValue | undefined): JsonValue {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (isTable(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toData(member)]));
  return typeof value === "object" ? value.map(toData) : value;
}

function toError(issues: readonly ManifestIssue[]): ImportError {
  const issue = issues.find(({ severity }) => severity === "error");
  if (issue === undefined) return new ImportError("the document cannot be read");
  return new ImportError(`line ${issue.line}, column ${issue.column}: ${issue.message}`, issue.hint);
}
