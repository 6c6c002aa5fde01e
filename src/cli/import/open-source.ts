import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { detectKind } from "../../import/detect-kind.ts";
import { MAX_DOCUMENT_LENGTH, parseDocument } from "../../import/document/parse-document.ts";
import { ImportError, SOURCE_KINDS } from "../../import/import-result.ts";
import type { SourceKind } from "../../import/import-result.ts";
import { isModuleName } from "../../registry/file-kinds.ts";
import type { JsonValue } from "../../model/json.ts";

/** A source and what it is. */
export interface Source {
  readonly kind: SourceKind;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** `null`: a folder, or a file that is copied as text. */
  readonly document: JsonValue | null;
}

/** @throws ImportError when it cannot be read, or is nothing that is known */
export function openSource(cwd: string, place: string, from: SourceKind | null): Promise<Source> {
  const full = path.resolve(cwd, place);
  const name = path.basename(full);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat === undefined) throw new ImportError("there is no such file or folder");
  if (stat.isDirectory() || isModuleName(name)) {
    if (from !== null && from !== "manifests") throw new ImportError(`a source of the kind ${from} is one file`);
    return Promise.resolve({ kind: "manifests", path: full, name, document: null });
  }
  const document = parseDocument(readText(full), full);
  const kind = from ?? detectKind(document);
  if (kind !== null) return Promise.resolve({ kind, path: full, name, document });
  throw new ImportError("its content does not tell what it is", `Say it: --from ${SOURCE_KINDS.join(" | ")}.`);
}

/** A named file may be a link; a pipe or a device is not read. */
function readText(file: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new ImportError(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new ImportError("it is neither a file nor a folder");
    if (stats.size > MAX_DOCUMENT_LENGTH) throw new ImportError("it is larger than 16 MiB");
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}
