import { findForbiddenCharacter } from "../../../params/characters.ts";
import { suggestNearest } from "../../../text/find-nearest.ts";
import { showText } from "../../../text/show-text.ts";
import { reportType } from "../../toml/fields.ts";
import type { TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";

/**
 * Reads `field_map`: what the upstream tool calls our arguments. An argument that is not named keeps its name; no two
 * may end up in one field, where one would silently replace the other.
 */
export function readFieldMap(
  source: TableSource | undefined,
  declared: readonly string[],
  log: IssueLog,
): Readonly<Record<string, string>> {
  const owners = new Map<string, string>();
  const entries = Object.entries(source?.table ?? {}).flatMap(([name, field]) => {
    const path = [...(source?.path ?? []), name];
    if (typeof field !== "string") {
      reportType("a string", field ?? "", path, log);
      return [];
    }
    const isSound = checkArg(name, declared, path, log) && checkField(field, path, log);
    if (!isSound || !checkOwner(name, field, owners, path, log)) return [];
    owners.set(field, name);
    return [[name, field] as const];
  });
  checkUnmapped(entries, declared, log);
  return Object.fromEntries(entries);
}

function checkArg(name: string, declared: readonly string[], path: TomlPath, log: IssueLog): boolean {
  if (declared.includes(name)) return true;
  const message = `no argument \`${showText(name)}\` is declared${suggestNearest(name, declared)}`;
  addError(
    log,
    "unknown-arg",
    { path, part: "key" },
    message,
    "On the left stands our argument, on the right their field.",
  );
  return false;
}

function checkField(field: string, path: TomlPath, log: IssueLog): boolean {
  const fits = field.trim() !== "" && field.length <= 128 && field !== "__proto__";
  if (fits && findForbiddenCharacter(field, false) === null) return true;
  const message = `"${showText(field)}" cannot be the name of a field`;
  addError(log, "bad-name", { path, part: "value" }, message, "Write it as the server's input schema does.");
  return false;
}

function checkOwner(
  name: string,
  field: string,
  owners: ReadonlyMap<string, string>,
  path: TomlPath,
  log: IssueLog,
): boolean {
  const owner = owners.get(field);
  if (owner === undefined) return true;
  const message = `\`${owner}\` and \`${name}\` would both become the field "${showText(field)}"`;
  addError(log, "duplicate-field", { path, part: "value" }, message, "Give each its own field.");
  return false;
}

function checkUnmapped(
  entries: readonly (readonly [name: string, field: string])[],
  declared: readonly string[],
  log: IssueLog,
): void {
  const mapped = new Set(entries.map(([name]) => name));
  for (const [name, field] of entries) {
    if (!declared.includes(field) || mapped.has(field)) continue;
    const message = `\`${name}\` becomes the field "${showText(field)}", and so does the argument of that name`;
    const hint = `Map \`${showText(field)}\` to a field of its own as well.`;
    addError(log, "duplicate-field", { path: ["mcp", "field_map", name], part: "value" }, message, hint);
  }
}
