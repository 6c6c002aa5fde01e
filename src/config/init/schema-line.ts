import { realpathSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The kinds of TOML files that have a schema of their own, by the name of its file in `schema/`. */
export type SchemaName = "toolgate" | "whitelist-tool" | "toolclad" | "toolclad-project" | "scope" | "assertions";

const PACKAGE = path.resolve(import.meta.dirname, "../../..");

/**
 * The comment by which editors find the schema of a TOML file, without line break: `#:schema ` and where it is. Beside a
 * `node_modules` that holds this package, as it does in a project that depends on it, that is a relative path, good for
 * everybody who has a copy of the project. Otherwise it is the URL of the file as it is installed here. `file` is
 * absolute and need not exist.
 */
export function toSchemaLine(schema: SchemaName, file: string, packageFolder: string = PACKAGE): string {
  const name = `schema/${schema}.schema.json`;
  const folder = path.dirname(file);
  const dependency = findDependency(folder, packageFolder);
  if (dependency === null) return `#:schema ${pathToFileURL(path.join(packageFolder, name)).href}`;
  // Above the file there are only `..`, so nothing that a folder is called can stand in the line.
  const relative = path.relative(folder, path.join(dependency, name));
  return `#:schema ${relative.startsWith("..") ? relative : `./${relative}`}`;
}

function findDependency(folder: string, packageFolder: string): string | null {
  const candidate = path.join(folder, "node_modules/toolgate");
  if (isSame(candidate, packageFolder)) return candidate;
  const above = path.dirname(folder);
  return above === folder ? null : findDependency(above, packageFolder);
}

function isSame(candidate: string, packageFolder: string): boolean {
  try {
    return realpathSync(candidate) === realpathSync(packageFolder);
  } catch {
    return false;
  }
}
