import { parse, TomlError } from "smol-toml";
import { checkEncoding } from "../checks/check-encoding.ts";
import type { ManifestIssue } from "../manifest.ts";
import { toLocator } from "./locate.ts";
import { toSyntaxIssue } from "./syntax-error.ts";
import { isTable } from "./toml-document.ts";
import type { TomlDocument, TomlTable, TomlValue } from "./toml-document.ts";

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
  const { content, issues } = checkEncoding(text, file);
  if (content === null) return { document: null, issues };
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

function toDepthIssue(file: string): ManifestIssue {
  const message = `tables and lists are nested more than ${MAX_DEPTH} deep`;
  return { severity: "error", code: "too-deep", message, file, line: 1, column: 1, endColumn: 1, hint: null };
}

/** Dotted keys nest without limit and without brackets, so the parser's own limit does not see them. */
function isDeeper(value: TomlValue | undefined, left: number): boolean {
  if (value === undefined || typeof value !== "object" || value instanceof Date) return false;
  if (left === 0) return true;
  const members = isTable(value) ? Object.values(value) : value;
  return members.some((member) => isDeeper(member, left - 1));
}
