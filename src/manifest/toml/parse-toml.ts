import { parse, TomlError } from "smol-toml";
import type { ManifestIssue } from "../manifest.ts";
import { toLocator, toPosition } from "./locate.ts";
import { toSyntaxIssue } from "./syntax-error.ts";
import { isTable } from "./toml-document.ts";
import type { TomlDocument, TomlTable, TomlValue } from "./toml-document.ts";

/** A tool definition is a page of text; what is larger is something else. In UTF-16 units. */
export const MAX_MANIFEST_LENGTH: number = 1024 * 1024;
const MAX_DEPTH = 32;

export interface TomlResult {
  /** `null` when the text is not TOML; `issues` then says why. */
  readonly document: TomlDocument | null;
  readonly issues: readonly ManifestIssue[];
}

/**
 * Parses TOML into data without prototypes, with the place of every key and value on demand. Never throws. The
 * positions come from a second, slower parser that only runs when there is something to report.
 */
export function parseTomlWithPositions(text: string, file: string): TomlResult {
  const marked = text.startsWith("\ufeff");
  const content = marked ? text.slice(1) : text;
  const encoding = checkEncoding(content, file);
  if (encoding !== null) return { document: null, issues: [encoding] };
  const issues = marked ? [toBomIssue(file)] : [];
  try {
    const root = parse(content, { integersAsBigInt: true, maxDepth: MAX_DEPTH }) as TomlTable;
    const deep = Object.keys(root).find((key) => isDeeper(root[key], MAX_DEPTH));
    if (deep !== undefined) return { document: null, issues: [...issues, toDepthIssue(file)] };
    return { document: { file, text: content, root, locate: toLocator(content) }, issues };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { document: null, issues: [...issues, toSyntaxIssue(error, content, file)] };
  }
}

function checkEncoding(text: string, file: string): ManifestIssue | null {
  if (text.length > MAX_MANIFEST_LENGTH) {
    const message = `the file is larger than 1 MiB (${text.length} characters)`;
    return toIssue("error", "too-large", message, "A tool definition is a small file.", file);
  }
  const at = text.indexOf("\ufffd");
  if (at === -1) return null;
  const position = toPosition(text, [at, at + 1]);
  const utf16 = text.includes("\u0000");
  const message = utf16 ? "the file is not UTF-8 text; it looks like UTF-16" : "not valid UTF-8 here";
  return { ...toIssue("error", "invalid-utf8", message, "Save the file as UTF-8.", file), ...position };
}

function toBomIssue(file: string): ManifestIssue {
  const message = "the file begins with a byte order mark, which is ignored";
  return toIssue("warning", "byte-order-mark", message, "Save the file as UTF-8 without a byte order mark.", file);
}

function toDepthIssue(file: string): ManifestIssue {
  return toIssue("error", "too-deep", `tables and lists are nested more than ${MAX_DEPTH} deep`, null, file);
}

function toIssue(
  severity: ManifestIssue["severity"],
  code: string,
  message: string,
  hint: string | null,
  file: string,
): ManifestIssue {
  return { severity, code, message, file, line: 1, column: 1, endColumn: 1, hint };
}

/** Dotted keys nest without limit and without brackets, so the parser's own limit does not see them. */
function isDeeper(value: TomlValue | undefined, left: number): boolean {
  if (value === undefined || typeof value !== "object" || value instanceof Date) return false;
  if (left === 0) return true;
  const members = isTable(value) ? Object.values(value) : value;
  return members.some((member) => isDeeper(member, left - 1));
}
