import { lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toSchemaLine } from "./init/schema-line.ts";
import type { SchemaName } from "./init/schema-line.ts";
import { isInside } from "./places.ts";

/** The starter workspace is the one source of what a new workspace looks like; it ships with the package. */
const STARTER = path.resolve(import.meta.dirname, "../../examples/starter");
/** Each with the schema that editors complete and check it with. */
const FILES: readonly (readonly [file: string, schema: SchemaName])[] = [
  ["toolgate.toml", "toolgate"],
  ["tools/repo.log.toml", "whitelist-tool"],
  ["tools/files.find.toml", "whitelist-tool"],
  ["scope/scope.toml", "scope"],
];

export interface InitResult {
  /** Relative to the folder. */
  readonly created: readonly string[];
  /** Were there already, and are as they were. */
  readonly skipped: readonly string[];
}

/**
 * Makes a workspace: configuration, two small tools with their allow rules, and a scope file, all with comments that
 * teach. Creates the folder where needed and never overwrites anything. Throws when a subfolder is a link that leads
 * out of the folder, or when the folder cannot be written.
 */
export function initWorkspace(folder: string): InitResult {
  mkdirSync(folder, { recursive: true });
  const workspace = realpathSync(folder);
  const created: string[] = [];
  const skipped: string[] = [];
  for (const [file, schema] of FILES) {
    const isNew = copyNew(path.join(STARTER, file), path.join(workspace, file), schema, workspace);
    (isNew ? created : skipped).push(file);
  }
  return { created, skipped };
}

function copyNew(from: string, to: string, schema: SchemaName, workspace: string): boolean {
  mkdirSync(path.dirname(to), { recursive: true });
  if (!isInside(workspace, realpathSync(path.dirname(to)))) {
    throw new Error(`${path.dirname(to)} is a link that leads out of the new workspace; remove it and try again.`);
  }
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return false;
  const text = `${toSchemaLine(schema, to)}\n${readFileSync(from, "utf8")}`;
  writeFileSync(to, text, { flag: "wx" });
  return true;
}
