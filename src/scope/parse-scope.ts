import { toPlain } from "../config/file/to-plain.ts";
import { parseTomlWithPositions } from "../manifest/toml/parse-toml.ts";
import type { Scope } from "./scope.ts";
import { toScope } from "./to-scope.ts";

/**
 * Reads the text of a scope file, in either of its forms. Any issue makes the whole file void, since half a scope may be
 * a wider one; `file` is for the messages only.
 */
export function parseScope(
  text: string,
  file = "scope.toml",
): { readonly scope: Scope | null; readonly issues: readonly string[] } {
  const { document, issues } = parseTomlWithPositions(text, file);
  if (document !== null) return toScope(toPlain(document.root));
  return { scope: null, issues: issues.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`) };
}
