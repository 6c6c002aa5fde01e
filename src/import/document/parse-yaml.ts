import { LineCounter, isScalar, parseDocument, visit } from "yaml";
import type { Document } from "yaml";
import type { JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";
import { ImportError } from "../import-result.ts";
import { toPlainData } from "./to-plain-data.ts";

const MAX_LENGTH = 4 * 1024 * 1024;
const MAX_ALIASES = 100;

/**
 * Reads one YAML 1.2 document as JSON data: no tags but the standard ones, no merge keys, no key twice, aliases only as
 * far as they do not multiply. @throws ImportError
 */
export function parseYaml(text: string): JsonValue {
  if (text.length > MAX_LENGTH) {
    throw new ImportError("the YAML document is larger than 4 MiB", "Convert it to JSON, which may have 16 MiB.");
  }
  if (isHopeless(text)) throw new ImportError("the YAML document is nested too deep");
  try {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      version: "1.2",
      schema: "core",
      stringKeys: true,
      merge: false,
      // The library compares every key with every other one; `findDuplicate` does not.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "error",
      lineCounter: lines,
    });
    refuseProblem(document, lines);
    return toPlainData(document.toJS({ maxAliasCount: MAX_ALIASES }));
  } catch (error) {
    if (error instanceof ImportError) throw error;
    if (error instanceof RangeError) throw new ImportError("the YAML document is nested too deep");
    // The library has no error of its own for aliases.
    throw new ImportError(`YAML: ${showText(error instanceof Error ? error.message : String(error), 200)}`);
  }
}

const MAX_OPEN = 500;

/** The parser finds out about depth by running out of stack, slowly; what opens this many brackets need not be tried. */
function isHopeless(text: string): boolean {
  let open = 0;
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    open += bracket === "[" || bracket === "{" ? 1 : -1;
    if (open > MAX_OPEN) return true;
  }
  return /(?:[-?:] ){100}/.test(text);
}

function refuseProblem(document: Document.Parsed, lines: LineCounter): void {
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) {
    const what = problem.code === "RESOURCE_EXHAUSTION" ? "nested too deep" : showText(problem.message, 200);
    throw new ImportError(`YAML, line ${lines.linePos(problem.pos[0]).line}: ${what}`);
  }
  const duplicate = findDuplicate(document);
  if (duplicate !== null) throw new ImportError(`YAML: the key "${showText(duplicate)}" is twice in one mapping`);
}

function findDuplicate(document: Document.Parsed): string | null {
  let found: string | null = null;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<string>();
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key);
        if (keys.has(name)) found ??= name;
        keys.add(name);
      }
      return found === null ? undefined : visit.BREAK;
    },
  });
  return found;
}
