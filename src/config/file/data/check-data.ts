import type { z } from "zod";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import { addError } from "../../../manifest/toml/issue-log.ts";
import type { IssueLog } from "../../../manifest/toml/issue-log.ts";
import type { TomlPath } from "../../../manifest/toml/toml-document.ts";
import type { JsonValue } from "../../../model/json.ts";
import type { ConfigData } from "./config-data.ts";
import { listKeys } from "../../json-schema.ts";
import { configSchema } from "../../schema.ts";

/** Checks what a file says; every problem goes to the log with its place. `null` when there is one. */
export function checkData(data: JsonValue, log: IssueLog): ConfigData | null {
  const result = configSchema.safeParse(data);
  if (result.success) return refuseLostKeys(data, [], log) ? null : result.data;

  const all = result.error.issues.flatMap(chooseBranch);
  for (const [index, issue] of all.entries()) {
    if (!all.slice(index + 1).some((later) => isSamePlace(issue, later))) report(issue, data, log);
  }
  return null;
}

/** The check of a table by name passes over `__proto__`, and a denial in it would be lost. */
function refuseLostKeys(data: JsonValue, path: TomlPath, log: IssueLog): boolean {
  if (typeof data !== "object" || data === null) return false;
  const members: readonly (readonly [string | number, JsonValue | undefined])[] = Array.isArray(data)
    ? data.map((item: JsonValue, index) => [index, item] as const)
    : Object.entries(data);
  const found = members.map(([key, value]) => {
    if (key !== "__proto__") return refuseLostKeys(value ?? null, [...path, key], log);
    addError(log, "invalid-value", { path: [...path, key], part: "key" }, "nothing can be named `__proto__`");
    return true;
  });
  return found.includes(true);
}

/** Of a value that may be of several kinds, what is wrong with it as the kind that it is. */
function chooseBranch(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const isOther = (found: z.core.$ZodIssue): boolean => found.code === "invalid_type" && found.path.length === 0;
  const branch = issue.errors.find((found) => !found.some(isOther));
  if (branch === undefined) return [issue];
  const inner = branch.map((found): z.core.$ZodIssue => ({ ...found, path: [...issue.path, ...found.path] }));
  return inner.flatMap(chooseBranch);
}

/** One value may break several bounds; the last one said is the narrowest. */
function isSamePlace(one: z.core.$ZodIssue, other: z.core.$ZodIssue): boolean {
  return (
    one.code === other.code && one.path.length === other.path.length && one.path.join(".") === other.path.join(".")
  );
}

function report(issue: z.core.$ZodIssue, data: JsonValue, log: IssueLog): void {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) reportUnknownKey(key, path, log);
    return;
  }
  const value = path.reduce<JsonValue | undefined>(step, data);
  const [code, expected] = describe(issue);
  const near = issue.code === "invalid_value" && typeof value === "string" ? suggest(value, issue.values) : "";
  const got = value === undefined ? "which is missing" : `got ${show(value)}`;
  const message = `\`${showPath(path)}\` expects ${expected}, ${got}${near}`;
  addError(log, code, { path, part: "value" }, message);
}

function reportUnknownKey(key: string, path: TomlPath, log: IssueLog): void {
  const known = listKeys(path);
  const where = path.length === 0 ? "toolgate.toml" : `[${showPath(path)}]`;
  const message = `unknown key \`${showText(key)}\` in ${where}${suggestNearest(key, known)}`;
  addError(log, "unknown-key", { path: [...path, key], part: "key" }, message, `Keys here are: ${known.join(", ")}.`);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a text",
  int: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a table",
};

/** Names in a path may be of a hostile project. */
function showPath(path: TomlPath): string {
  return path.map((part) => showText(String(part))).join(".");
}

function describe(issue: z.core.$ZodIssue): readonly [code: string, expected: string] {
  switch (issue.code) {
    case "invalid_type":
      return ["wrong-type", TYPE_NAMES[issue.expected] ?? issue.expected];
    case "invalid_value":
      // A text of our own says more than the list.
      if (!issue.message.startsWith("Invalid ")) return ["unknown-value", issue.message];
      return ["unknown-value", `one of ${issue.values.map((value) => `"${String(value)}"`).join(", ")}`];
    case "too_small":
      return ["out-of-range", `at least ${toAmount(issue.origin, issue.minimum)}`];
    case "too_big":
      return ["out-of-range", `at most ${toAmount(issue.origin, issue.maximum)}`];
    case "invalid_union":
      return ["wrong-type", listTypes(issue.errors)];
    case "invalid_key":
      return ["invalid-value", `a key that is ${issue.issues[0]?.message ?? "known"}`];
    default:
      return ["invalid-value", issue.message];
  }
}

function listTypes(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const types = branches.flat().flatMap((issue) => (issue.code === "invalid_type" ? [issue.expected] : []));
  return [...new Set(types)].map((type) => TYPE_NAMES[type] ?? type).join(" or ");
}

function toAmount(origin: string, limit: number | bigint): string {
  const unit = origin === "string" ? " characters" : origin === "array" ? " entries" : "";
  return `${String(limit)}${unit}`;
}

function suggest(value: string, candidates: readonly unknown[]): string {
  return suggestNearest(value, candidates.map(String));
}

function step(value: JsonValue | undefined, key: string | number): JsonValue | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string | number, JsonValue>)[key] : undefined;
}

function show(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object" && value !== null) return "a table";
  return typeof value === "string" ? `"${showText(value)}"` : String(value);
}
