import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export interface TempFolder {
  readonly path: string;
  /** Writes a file below the folder and returns its absolute path. */
  write(name: string, text: string): string;
  remove(): void;
}

export function createTempFolder(): TempFolder {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "toolgate-test-")));
  return {
    path: folder,
    write(name, text) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A whole tool file; `extra` are further top-level lines. */
export function toolText(name: string, extra = "", binary = "true"): string {
  return [
    `name = "${name}"`,
    `description = "A tool of a test."`,
    `kind = "command"`,
    `binary = "${binary}"`,
    `args = ["--version"]`,
    extra,
    "",
  ].join("\n");
}
