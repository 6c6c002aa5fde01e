import { isObject } from "../../../model/json.ts";
import type { JsonObject, JsonValue } from "../../../model/json.ts";
import { findForbiddenCharacter } from "../../../params/characters.ts";
import { findNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import { SCHEMA_KEYWORDS, SCHEMA_TYPES } from "./schema-keywords.ts";
import type { KeywordForm } from "./schema-keywords.ts";

export interface SchemaProblem {
  readonly severity: "error" | "warning";
  readonly code: string;
  /** Steps from the schema to what is meant. */
  readonly at: readonly (string | number)[];
  readonly message: string;
  readonly hint: string | null;
}

type Steps = readonly (string | number)[];

/** Every keyword of the wrong form, every reference that leads nowhere, every hidden character. */
export function findSchemaProblems(root: JsonObject): readonly SchemaProblem[] {
  const walk: Walk = { problems: [], schemas: new Set(), references: [] };
  findHiddenText(root, [], walk.problems);
  checkSchema(root, [], walk);
  for (const { text, at } of walk.references) {
    const target = findReferenced(root, text);
    // What is no schema was not checked as one.
    if (typeof target === "boolean" || (target !== undefined && walk.schemas.has(target))) continue;
    const message = '`$ref` must lead to a schema in the same schema, such as "#/$defs/name"';
    report(walk.problems, "error", "bad-schema", at, message);
  }
  return walk.problems;
}

interface Walk {
  readonly problems: SchemaProblem[];
  readonly schemas: Set<JsonObject>;
  readonly references: { readonly text: string; readonly at: Steps }[];
}

function checkSchema(schema: JsonObject, at: Steps, walk: Walk): void {
  walk.schemas.add(schema);
  for (const [keyword, value] of Object.entries(schema)) {
    const steps = [...at, keyword];
    const form = SCHEMA_KEYWORDS.get(keyword);
    if (value === undefined) continue;
    if (form === undefined && namesSchema(value)) {
      const message = `\`${keyword}\` holds \`$id\` or \`$ref\`, which mean something wherever they stand`;
      report(walk.problems, "error", "bad-schema", steps, message);
    }
    if (form === undefined) warnOfSlip(keyword, steps, walk.problems);
    else {
      const expected = findMismatch(form, value);
      if (expected === null) checkInside(form, value, steps, walk);
      else report(walk.problems, "error", "bad-schema", steps, `\`${keyword}\` ${expected}`);
    }
  }
}

/** Validators look for names of schemas and references also inside what is no schema. */
function namesSchema(value: JsonValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => /^(\$|id$)/.test(key) || namesSchema(member));
}

function warnOfSlip(keyword: string, steps: Steps, problems: SchemaProblem[]): void {
  const nearest = findNearest(keyword, SCHEMA_KEYWORDS.keys());
  if (nearest === null) return;
  const message = `unknown keyword \`${showText(keyword)}\` is ignored, did you mean \`${nearest}\`?`;
  report(problems, "warning", "unknown-keyword", steps, message);
}

function checkInside(form: KeywordForm, value: JsonValue, steps: Steps, walk: Walk): void {
  if (form === "reference") walk.references.push({ text: value as string, at: steps });
  if (form === "schema" && isObject(value)) checkSchema(value, steps, walk);
  if (form !== "schemas" && form !== "schema-map") return;
  for (const [key, member] of Object.entries(value as JsonObject)) {
    const inner = [...steps, form === "schemas" ? Number(key) : key];
    if (isObject(member)) checkSchema(member, inner, walk);
  }
}

/** What the keyword must have behind it, or `null` when it has. */
function findMismatch(form: KeywordForm, value: JsonValue): string | null {
  switch (form) {
    case "schema":
      return isSchema(value) ? null : "must be a schema: an object, true or false";
    case "schemas":
      return isList(value) && value.length > 0 && value.every(isSchema)
        ? null
        : "must be a list of at least one schema";
    case "schema-map":
      return isObject(value) && Object.values(value).every(isSchema) ? null : "must be an object of schemas";
    case "text":
    case "reference":
      return typeof value === "string" ? null : "must be a string";
    case "texts":
      return isTexts(value) ? null : "must be a list of strings";
    case "text-map":
      return isObject(value) && Object.values(value).every(isTexts) ? null : "must be an object of lists of strings";
    case "number":
      return typeof value === "number" ? null : "must be a number";
    case "positive":
      return typeof value === "number" && value > 0 ? null : "must be a number above 0";
    case "count":
      return typeof value === "number" && Number.isInteger(value) && value >= 0 ? null : "must be an integer from 0 up";
    case "boolean":
      return typeof value === "boolean" ? null : "must be true or false";
    case "values":
      return isList(value) && value.length > 0 ? null : "must be a list of at least one value";
    case "list":
      return isList(value) ? null : "must be a list";
    case "types":
      return isTypes(value) ? null : `must be one of ${SCHEMA_TYPES.join(", ")}, or a list of them`;
    case "unsupported":
      return "is not supported";
    case "any":
      return null;
  }
}

/** Models read all of a schema, people only what they can see of it. */
function findHiddenText(value: JsonValue | undefined, at: Steps, problems: SchemaProblem[]): void {
  if (typeof value === "string") {
    const hidden = findForbiddenCharacter(value.replace(/\r?\n/g, ""), true);
    if (hidden === null) return;
    const message = `the schema holds a character that cannot be seen: ${hidden}`;
    report(problems, "error", "hidden-character", at, message);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (!isList(value)) findHiddenText(key, [...at, key], problems);
      findHiddenText(member, [...at, isList(value) ? Number(key) : key], problems);
    }
  }
}

function report(
  problems: SchemaProblem[],
  severity: SchemaProblem["severity"],
  code: string,
  at: Steps,
  message: string,
): void {
  if (problems.length < 100) problems.push({ severity, code, at, message, hint: null });
}

/** What a local reference leads to; `undefined` when it leads nowhere. */
export function findReferenced(root: JsonObject, reference: string): JsonObject | boolean | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/") || reference.includes("%")) return undefined;
  let at: JsonValue | undefined = root;
  for (const step of reference.slice(2).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return typeof at === "boolean" || isObject(at) ? at : undefined;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isSchema(value: JsonValue | undefined): boolean {
  return typeof value === "boolean" || isObject(value);
}

function isTexts(value: JsonValue | undefined): boolean {
  return isList(value) && value.every((entry) => typeof entry === "string");
}

function isTypes(value: JsonValue): boolean {
  const types = isList(value) ? value : [value];
  return types.length > 0 && types.every((type) => typeof type === "string" && SCHEMA_TYPES.includes(type));
}
