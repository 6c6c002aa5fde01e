import { isObject } from "../../model/json.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../model/json.ts";
import { showText } from "../../text/show-text.ts";

/** A parameter whose value a request over HTTP repeats in a header. */
export interface HeaderParam {
  /** Steps through `properties`, and through the arguments alike. */
  readonly path: readonly string[];
  /** Whole and in lower case: `mcp-param-region`. */
  readonly header: string;
  readonly type: "string" | "integer" | "boolean";
}

export type HeaderParams =
  | { readonly ok: true; readonly params: readonly HeaderParam[] }
  /** Clients have to leave such a tool out. */
  | { readonly ok: false; readonly at: readonly string[]; readonly problem: string };

const KEYWORD = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ["string", "integer", "boolean"];
/** What is data in a schema, and holds no schema whatever it looks like. */
const DATA: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);
/** Schemas by names, which are no keywords. */
const BY_NAME: ReadonlySet<string> = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties"]);

const known = new WeakMap<JsonSchema, HeaderParams>();

/**
 * The parameters that `x-mcp-header` of revision 2026-07-28 marks in the schema of a tool's arguments. It may stand on
 * texts, integers and booleans that only `properties` lead to, with a name that no other of them has.
 */
export function readHeaderParams(schema: JsonSchema): HeaderParams {
  const read = known.get(schema) ?? readAll(schema);
  known.set(schema, read);
  return read;
}

interface Walk {
  readonly params: HeaderParam[];
  found: Extract<HeaderParams, { ok: false }> | null;
}

function readAll(schema: JsonSchema): HeaderParams {
  const walk: Walk = { params: [], found: null };
  visit(schema, [], walk, true);
  return walk.found ?? { ok: true, params: walk.params };
}

function visit(schema: JsonValue | undefined, path: readonly string[], walk: Walk, isReachable: boolean): void {
  if (walk.found !== null || typeof schema !== "object" || schema === null) return;
  if (Array.isArray(schema)) {
    for (const one of schema as readonly JsonValue[]) visit(one, path, walk, false);
    return;
  }
  const members = schema as JsonObject;
  if (Object.hasOwn(members, KEYWORD)) take(members, path, walk, isReachable && path.length > 0);
  for (const [keyword, member] of Object.entries(members)) {
    if (DATA.has(keyword)) continue;
    const isMap = isObject(member);
    if (keyword === "properties" && isMap) visitEach(member, path, walk, isReachable);
    else if (BY_NAME.has(keyword) && isMap) visitEach(member, path, walk, false);
    else visit(member, [...path, keyword], walk, false);
  }
}

function visitEach(schemas: JsonValue, path: readonly string[], walk: Walk, isReachable: boolean): void {
  for (const [name, one] of Object.entries(schemas as JsonObject)) visit(one, [...path, name], walk, isReachable);
}

function take(schema: JsonObject, path: readonly string[], walk: Walk, isReachable: boolean): void {
  const problem = isReachable ? findProblem(schema, walk.params) : "only stands on what `properties` alone lead to";
  if (problem === null) walk.params.push(toParam(schema, path));
  else walk.found = { ok: false, at: path, problem: `\`${KEYWORD}\` ${problem}` };
}

function findProblem(schema: JsonObject, others: readonly HeaderParam[]): string | null {
  const { [KEYWORD]: name, type = null } = schema;
  if (typeof name !== "string" || name === "") return "has to be the name of a header, and is none";
  const shown = JSON.stringify(showText(name, 64));
  if (!TOKEN.test(name)) return `has to be the name of a header, and ${shown} has characters that none may have`;
  if (!TYPES.includes(type)) {
    return `only stands on a string, an integer or a boolean, not on ${showText(JSON.stringify(type), 64)}`;
  }
  const isTaken = others.some(({ header }) => header === toHeader(name));
  return isTaken ? `names the header ${shown} a second time; upper and lower case are the same` : null;
}

function toParam(schema: JsonObject, path: readonly string[]): HeaderParam {
  return { path, header: toHeader(schema[KEYWORD] as string), type: schema["type"] as HeaderParam["type"] };
}

function toHeader(name: string): string {
  return `mcp-param-${name.toLowerCase()}`;
}
