import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** What stands in the configuration files at this moment; a file that is not there, or cannot be read, counts as such. */
export function hashSettings(files: readonly (string | null)[]): string {
  return hash("sha256", JSON.stringify(files.map((file) => (file === null ? null : readText(file)))));
}

function readText(file: string): string | null {
  try {
    return hash("sha256", readFileSync(file));
  } catch {
    return null;
  }
}
