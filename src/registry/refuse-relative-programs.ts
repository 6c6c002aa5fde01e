import path from "node:path";
import type { ManifestIssue, ManifestResult } from "../manifest/manifest.ts";
import type { Layer, Tool } from "../model/tool.ts";
import { showText } from "../text/show-text.ts";

/**
 * Leaves out tools of the user layer whose program is a relative path. A person's tools and the rules that allow them
 * hold in every project; a relative path would mean a file of whatever project is open, also of one nobody trusts.
 */
export function refuseRelativePrograms(result: ManifestResult, layer: Layer): ManifestResult {
  if (layer !== "user") return result;
  const issues = result.tools.flatMap((tool) => (isRelative(tool) ? [toIssue(tool)] : []));
  if (issues.length === 0) return result;
  return { tools: result.tools.filter((tool) => !isRelative(tool)), issues: [...result.issues, ...issues] };
}

/** A bare name is looked up on PATH, never in a project. */
function isRelative({ backend }: Tool): boolean {
  return backend.kind === "command" && backend.binary.includes("/") && !path.isAbsolute(backend.binary);
}

function toIssue({ name, origin, backend }: Tool): ManifestIssue {
  const binary = backend.kind === "command" ? backend.binary : "";
  const message = `\`${name}\` is served in every project, so its program "${showText(binary)}" must not be a relative path`;
  return {
    severity: "error",
    code: "relative-program",
    message,
    file: origin.file ?? "(code)",
    line: Math.max(1, origin.line),
    column: Math.max(1, origin.column),
    endColumn: Math.max(1, origin.column),
    hint: "Write the program's absolute path, or its bare name if it is on PATH.",
  };
}
