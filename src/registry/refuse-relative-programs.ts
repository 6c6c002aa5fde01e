import path from "node:path";
import { listPrograms } from "../manifest/list-programs.ts";
import type { ManifestIssue, ManifestResult } from "../manifest/manifest.ts";
import type { Layer, Tool } from "../model/tool.ts";
import { showText } from "../text/show-text.ts";

/**
 * Leaves out tools of the user layer whose program is a relative path. A person's tools and the rules that allow them
 * hold in every project; a relative path would mean a file of whatever project is open, also of one nobody trusts.
 */
export function refuseRelativePrograms(result: ManifestResult, layer: Layer): ManifestResult {
  if (layer !== "user") return result;
  const issues = result.tools.flatMap((tool) => findRelative(tool).map((program) => toIssue(tool, program)));
  if (issues.length === 0) return result;
  const tools = result.tools.filter((tool) => findRelative(tool).length === 0);
  return { tools, issues: [...result.issues, ...issues] };
}

/** A bare name is looked up on PATH, never in a project. */
function findRelative(tool: Tool): readonly string[] {
  return listPrograms(tool).filter((program) => program.includes("/") && !path.isAbsolute(program));
}

function toIssue({ name, origin }: Tool, program: string): ManifestIssue {
  const message = `\`${name}\` is served in every project, so its program "${showText(program)}" must not be a relative path`;
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
