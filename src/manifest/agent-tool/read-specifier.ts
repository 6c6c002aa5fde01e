import { isObject, toObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import type { SpecifierKind, SpecifierTemplate } from "../../model/tool.ts";
import { parseSpecifier } from "../../template/parse-specifier.ts";
import { showText } from "../../text/show-text.ts";
import { findForbiddenCharacter } from "../../params/characters.ts";
import { suggestNearest } from "../../text/find-nearest.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { Place } from "../toml/toml-document.ts";

/**
 * Reads a specifier template against the arguments that the tool takes. Each place must be an argument that is always
 * sent and that is one text, number or boolean. `null` after an error.
 */
export function readSpecifier(text: string, schema: JsonSchema, place: Place, log: IssueLog): SpecifierTemplate | null {
  const hidden = findForbiddenCharacter(text, false);
  const parsed = parseSpecifier(text);
  if (!parsed.ok || hidden !== null || text.length > MAX_LENGTH) {
    const problem = parsed.ok ? `it holds ${hidden ?? `more than ${MAX_LENGTH} characters`}` : parsed.issue.message;
    addError(log, "bad-specifier", place, `the specifier template "${showText(text)}" cannot be used: ${problem}`);
    return null;
  }
  let isUsable = true;
  for (const [name, kind] of parsed.kinds) {
    const problem = findProblem(name, kind, schema);
    if (problem === null) continue;
    isUsable = false;
    addError(log, "bad-specifier", { ...place, fragment: `{${name}` }, `\`{${name}}\` ${problem}`, HINT);
  }
  return isUsable ? { text, parts: parsed.parts, kinds: Object.fromEntries(parsed.kinds) } : null;
}

const MAX_LENGTH = 1_000;
const HINT = "A place that could stay empty would turn a rule on one thing into a rule on everything.";

function findProblem(name: string, kind: SpecifierKind, schema: JsonSchema): string | null {
  const properties = Object.hasOwn(schema, "properties") ? schema["properties"] : undefined;
  const known = toObject(properties);
  const property = Object.hasOwn(known, name) ? known[name] : undefined;
  if (property === undefined) return `is no property of \`params\`${suggestNearest(name, Object.keys(known))}`;
  const required = Object.hasOwn(schema, "required") ? schema["required"] : undefined;
  if (!Array.isArray(required) || !required.includes(name)) return "must be listed in `required` of `params`";
  if (!isScalar(property, kind)) {
    return kind === "text" ? "must be a string, a number or a boolean" : `must be a string to be read as ${kind}`;
  }
  return null;
}

function isScalar(property: JsonValue, kind: SpecifierKind): boolean {
  if (!isObject(property)) return false;
  const { type } = property as JsonObject & { readonly type?: JsonValue };
  if (typeof type === "string")
    return kind === "text" ? /^(string|number|integer|boolean)$/.test(type) : type === "string";
  const values = Array.isArray(property["enum"]) ? (property["enum"] as readonly JsonValue[]) : [property["const"]];
  return values.every(
    (value) => typeof value === "string" || (kind === "text" && /^(number|boolean)$/.test(typeof value)),
  );
}
