import type { JsonObject } from "../../model/json.ts";
import type { Tool } from "../../model/tool.ts";
import type { ParsedPolicy } from "./parse/parse-policies.ts";
import { isRead } from "./request/build-request.ts";
import { toCedarValue } from "./request/to-cedar-value.ts";
import { toArgumentTypes } from "./schema/argument-types.ts";
import type { ArgumentType, ArgumentTypes } from "./schema/argument-types.ts";
import type { Slice } from "./slice/create-slicer.ts";

/** What judging needs to know of a tool besides what the policy may know of it. */
export interface KnownTool {
  readonly types: ArgumentTypes;
  readonly command: string;
  readonly urlParams: readonly string[];
}

/** Of all tools of one name: what they do not agree on is not known. */
export function toKnownTool(tools: readonly Tool[]): KnownTool {
  const types = new Map<string, ArgumentType>();
  for (const [index, tool] of tools.entries()) {
    const own = toArgumentTypes(tool);
    if (index === 0) for (const [name, type] of own) types.set(name, type);
    for (const name of types.keys()) if (own.get(name) !== types.get(name)) types.delete(name);
  }
  const commands = new Set(tools.map(toCommand));
  return {
    types,
    command: commands.size === 1 ? ([...commands][0] ?? "") : "",
    urlParams: [...new Set(tools.flatMap(listUrlParams))],
  };
}

/**
 * The first argument of a call that the policies read, and that is not what they were checked with: a number that Cedar
 * cannot hold, or a value of a type that other tools do not mean by that name. Judging without it could miss a `forbid`.
 */
export function findUnfitArgument(
  args: JsonObject,
  { types }: KnownTool,
  slice: Slice,
  typesOf: (policy: ParsedPolicy) => ArgumentTypes,
): string | null {
  if (!isRead("args", slice.reads)) return null;
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || value === null || !isRead(name, slice.reads)) continue;
    const type = types.get(name);
    if (type === undefined || toCedarValue(value, type) === undefined) return name;
    const readers = slice.policies.filter(({ reads }) => isRead("args", reads) && isRead(name, reads));
    if (readers.some((policy) => typesOf(policy).get(name) !== type)) return name;
  }
  return null;
}

/** Steps that matching may take: about a tenth of a second, in which no other call is answered. */
const MOST_STEPS = 50_000_000;

/**
 * The first argument of a call that is too long for the patterns that the policies hold against it: the engine takes as
 * many steps as the two lengths multiplied.
 */
export function findLongArgument(args: JsonObject, { reads, patternLength }: Slice): string | null {
  if (patternLength === 0 || !isRead("args", reads)) return null;
  for (const [name, value] of Object.entries(args)) {
    if (!isRead(name, reads)) continue;
    const length = typeof value === "string" ? value.length : (JSON.stringify(value) ?? "").length;
    if (length * patternLength > MOST_STEPS) return name;
  }
  return null;
}

function toCommand({ backend }: Tool): string {
  return backend.kind === "session" || backend.kind === "browser" ? backend.command : "";
}

function listUrlParams({ input }: Tool): readonly string[] {
  return input.kind === "params" ? input.params.filter(({ type }) => type === "url").map(({ name }) => name) : [];
}
