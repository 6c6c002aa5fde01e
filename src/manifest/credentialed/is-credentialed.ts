import { isObject } from "../../model/json.ts";
import type { JsonValue } from "../../model/json.ts";
import { parseJsonWithPositions } from "../json/parse-json.ts";

/** Whether a JSON text declares programs with a credential: `binary_name` tells them from custom tools. */
export function isCredentialed(text: string): boolean {
  // A key may be spelt with escapes, too.
  if (!/binary_name|\\u/.test(text)) return false;
  const root = parseJsonWithPositions(text, "").document?.root;
  return Array.isArray(root) ? (root as readonly JsonValue[]).some(isRecord) : isRecord(root);
}

function isRecord(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, "binary_name");
}
