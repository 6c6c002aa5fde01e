import { isObject } from "../model/json.ts";
import type { JsonObject, JsonValue } from "../model/json.ts";
import { parseNetwork } from "./cidr.ts";
import { isDomainPattern } from "./domain.ts";
import type { Scope } from "./scope.ts";

/**
 * Turns the content of a scope file into a scope. Two forms are understood and may be mixed: `[scope]` with `targets`,
 * `domains` and `exclude`; `[[targets]]` and `[[excluded]]` with `cidr`. One issue makes the whole file void, since a
 * dropped exclusion would widen the scope.
 */
export function toScope(data: JsonValue): { readonly scope: Scope | null; readonly issues: readonly string[] } {
  const issues: string[] = [];
  const file = toObject(data);
  if (file === null) return { scope: null, issues: ["A scope file must be a table."] };
  checkKeys(file, ["scope", "targets", "excluded", "engagement"], "the scope file", issues);
  const table = file["scope"] === undefined ? {} : toObject(file["scope"]);
  if (table === null) issues.push("`scope` must be a table with `targets`, `domains` and `exclude`.");
  checkKeys(table ?? {}, ["targets", "domains", "exclude"], "`[scope]`", issues);
  if (!["scope", "targets", "excluded"].some((key) => file[key] !== undefined)) {
    issues.push("Expected a `[scope]` table or `[[targets]]` entries, found neither.");
  }
  const exclude = readTexts(table?.["exclude"], "scope.exclude", issues);
  const scope: Scope = {
    networks: [
      ...readTexts(table?.["targets"], "scope.targets", issues),
      ...readBlocks(file["targets"], "targets", issues),
    ],
    domains: readTexts(table?.["domains"], "scope.domains", issues),
    excludedNetworks: [
      ...exclude.filter((text) => parseNetwork(text) !== null),
      ...readBlocks(file["excluded"], "excluded", issues),
    ],
    excludedDomains: exclude.filter((text) => parseNetwork(text) === null),
  };
  checkEntries(scope, issues);
  return { scope: issues.length === 0 ? scope : null, issues };
}

function toObject(value: JsonValue | undefined): JsonObject | null {
  return isObject(value) ? value : null;
}

function checkKeys(table: JsonObject, known: readonly string[], where: string, issues: string[]): void {
  for (const key of Object.keys(table)) {
    if (!known.includes(key))
      issues.push(`Unknown key ${JSON.stringify(key)} in ${where}; expected ${known.join(", ")}.`);
  }
}

function readTexts(value: JsonValue | undefined, where: string, issues: string[]): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  issues.push(`\`${where}\` must be a list of texts.`);
  return [];
}

/** Entries carry notes beside `cidr` (why, since when); only `cidr` decides. */
function readBlocks(value: JsonValue | undefined, where: string, issues: string[]): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    issues.push(`\`${where}\` must be a list of tables with \`cidr\`.`);
    return [];
  }
  return (value as readonly JsonValue[]).flatMap((item, index) => {
    const cidr = toObject(item)?.["cidr"];
    if (typeof cidr === "string") return [cidr];
    issues.push(`\`${where}\` entry ${index + 1} needs \`cidr\`, a text.`);
    return [];
  });
}

function checkEntries(scope: Scope, issues: string[]): void {
  for (const text of [...scope.networks, ...scope.excludedNetworks]) {
    if (parseNetwork(text) === null) issues.push(`${JSON.stringify(text)} is not an address or a CIDR block.`);
  }
  for (const text of scope.domains) {
    if (!isDomainPattern(text)) issues.push(`${JSON.stringify(text)} is not a host name or \`*.\` before one.`);
  }
  for (const text of scope.excludedDomains) {
    if (!isDomainPattern(text)) {
      issues.push(`${JSON.stringify(text)} in \`scope.exclude\` is not an address, a CIDR block or a domain pattern.`);
    }
  }
}
