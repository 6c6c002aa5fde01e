import { realpathSync } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { showText } from "../../text/show-text.ts";
import { parseTomlWithPositions } from "../../manifest/toml/parse-toml.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { readSmallFile } from "../../registry/read-small-file.ts";
import type { Scope } from "../../scope/scope.ts";
import { toScope } from "../../scope/to-scope.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { SCOPE_FILES } from "../defaults.ts";
import { isInside } from "../places.ts";
import { toPlain } from "../file/to-plain.ts";

export interface ScopeFile {
  /** Absolute. */
  readonly file: string;
  readonly sha256: string;
  readonly scope: Scope;
}

export interface ScopeFileResult {
  /** `null` without an issue: there is none. */
  readonly scope: ScopeFile | null;
  readonly issues: readonly ManifestIssue[];
}

/**
 * Reads the scope file that a configuration names, or for a project the first of the usual ones that exists. One that
 * is named must be there; one that is there must be whole, since half a scope may be a wider one.
 */
export function readScopeFile(layer: ConfigLayer): ScopeFileResult {
  const named = layer.data.scope?.file;
  if (named !== undefined) return readNamed(layer, named);
  if (layer.layer === "user") return { scope: null, issues: [] };
  for (const name of SCOPE_FILES) {
    const result = readOne(layer, path.join(layer.folder, name));
    if (result !== null) return result;
  }
  return { scope: null, issues: [] };
}

function readNamed(layer: ConfigLayer, named: string): ScopeFileResult {
  const found = readOne(layer, path.resolve(layer.folder, named));
  if (found !== null) return found;
  const position = layer.document.locate({ path: ["scope", "file"], part: "value" });
  const message = `the scope file "${showText(named)}" does not exist`;
  const hint = "Create it, or remove `scope.file`.";
  return { scope: null, issues: [{ ...toFileIssue(layer.file, "missing-scope-file", message, hint), ...position }] };
}

function readOne(layer: ConfigLayer, file: string): ScopeFileResult | null {
  const real = resolveLink(file);
  if (real !== null && layer.layer === "project" && !isInside(layer.folder, real)) {
    return toFailure(toFileIssue(file, "symlink-outside", "the scope file of a project must be inside its folder"));
  }
  const content = readSmallFile(real ?? file);
  if (content.kind === "absent") return null;
  if (content.kind === "problem") return toFailure(toFileIssue(file, content.code, content.message));
  const { document, issues } = parseTomlWithPositions(content.text, file);
  if (document === null) return { scope: null, issues };
  const parsed = toScope(toPlain(document.root));
  if (parsed.scope !== null) return { scope: { file, sha256: content.sha256, scope: parsed.scope }, issues };
  return { scope: null, issues: parsed.issues.map((message) => toFileIssue(file, "bad-scope", message)) };
}

/** `null` for a path that leads nowhere; a dangling link is then refused when it is opened. */
function resolveLink(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}

function toFailure(issue: ManifestIssue): ScopeFileResult {
  return { scope: null, issues: [issue] };
}
