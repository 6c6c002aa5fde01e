import path from "node:path";
import { toFormat } from "../../../manifest/parse-manifest.ts";
import { listToolFiles } from "../../../registry/list-tool-files.ts";
import { readSmallFile } from "../../../registry/read-small-file.ts";
import type { ToolFolder } from "../../../registry/registry.ts";
import { findDeclaredName } from "../read-definition.ts";
import { toToolFileName } from "./tool-file-name.ts";

/** A TOML file of the user layer. */
export interface ToolFile {
  readonly path: string;
  readonly format: "whitelist" | "toolclad";
  readonly text: string;
  /** It is a link; writing it would write somewhere else. */
  readonly isLink: boolean;
}

/**
 * The files of the user layer that declare a name, whatever they are called and whether or not they can be served. A file
 * that is no TOML any more counts as what its file name says.
 */
export function findToolFiles(name: string, folders: readonly ToolFolder[]): readonly ToolFile[] {
  return folders
    .filter(({ layer }) => layer === "user")
    .flatMap((folder) => listToolFiles(folder).files)
    .flatMap(({ path: file, real, problem }): readonly ToolFile[] => {
      const format = toFormat(file);
      if (format !== "whitelist" && format !== "toolclad") return [];
      if (problem !== null) return [];
      const content = readSmallFile(real);
      if (content.kind !== "text") return [];
      return declares(content.text, file, format, name)
        ? [{ path: file, format, text: content.text, isLink: real !== file }]
        : [];
    });
}

function declares(text: string, file: string, format: ToolFile["format"], name: string): boolean {
  // Thousands of files are only looked through; an escape such as `\u0067` may spell the name, too.
  const mayDeclare = text.includes(name) || /\\[uUx]/.test(text);
  const declared = mayDeclare ? findDeclaredName(text, format) : null;
  if (declared !== null) return declared === name;
  return path.basename(file) === toToolFileName(name, format) && findDeclaredName(text, format) === null;
}
