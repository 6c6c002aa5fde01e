import { createScanner } from "jsonc-parser";
import type { JsonValue } from "../../model/json.ts";
import { checkEncoding, MAX_MANIFEST_LENGTH } from "../checks/check-encoding.ts";
import type { ManifestIssue } from "../manifest.ts";
import { toPosition } from "../toml/locate.ts";
import type { TomlPosition } from "../toml/locate.ts";
import type { Place } from "../toml/toml-document.ts";
import { buildValue } from "./build-value.ts";
import type { Problem } from "./build-value.ts";
import { toJsonLocator } from "./locate-json.ts";

/** A file that is JSON. Whether it makes sense is for the formats to say. */
export interface JsonDocument {
  readonly file: string;
  /** As parsed: without a byte order mark. */
  readonly text: string;
  /** Objects have no prototype: only keys that stand in the file. */
  readonly root: JsonValue;
  /** Where a place stands; a place that does not exist gives the nearest thing around it. Never throws. */
  locate(place: Place): TomlPosition;
}

export interface JsonResult {
  /** `null` when there is an error; `issues` then says which. */
  readonly document: JsonDocument | null;
  readonly issues: readonly ManifestIssue[];
}

/** How much is read. */
export interface JsonLimits {
  /** UTF-16 units of the whole text. @default 1 MiB */
  readonly maxLength?: number;
  /** Entries of one object or list. @default 1000 */
  readonly maxEntries?: number;
}

const MAX_DEPTH = 64;

/**
 * Parses strict JSON into data without prototypes, with the place of every key and value on demand. Never throws.
 * Comments, trailing commas, duplicate keys and integers beyond 2^53 are errors: other readers of the same file would
 * each make something else of them.
 */
export function parseJsonWithPositions(text: string, file: string, limits: JsonLimits = {}): JsonResult {
  const { maxLength = MAX_MANIFEST_LENGTH, maxEntries = 1000 } = limits;
  const { content, issues } = checkEncoding(text, file, maxLength);
  if (content === null) return { document: null, issues };
  const { root, problems } = isTooDeep(content) ? TOO_DEEP : buildValue(content, maxEntries);
  if (problems.length > 0) {
    const told = problems.map((problem) => toIssue(problem, content, file));
    return { document: null, issues: [...issues, ...told] };
  }
  return { document: { file, text: content, root, locate: toJsonLocator(content) }, issues };
}

const TOO_DEEP: ReturnType<typeof buildValue> = {
  root: null,
  problems: [
    {
      code: "too-deep",
      range: [0, 0],
      message: `objects and lists are nested more than ${MAX_DEPTH} deep`,
      hint: null,
    },
  ],
};

/** The parser calls itself for each level, so the depth is known before it starts. */
function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_OBJECT || token === OPEN_LIST) depth++;
    else if (token === CLOSE_OBJECT || token === CLOSE_LIST) depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** `SyntaxKind` of the scanner, whose own enum exists at compile time only. */
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST, END] = [1, 2, 3, 4, 17] as const;

function toIssue({ code, range, message, hint }: Problem, text: string, file: string): ManifestIssue {
  return { severity: "error", code, message: `JSON: ${message}`, file, ...toPosition(text, range), hint };
}
