import type { ManifestIssue } from "../../manifest/manifest.ts";
import type { Tool } from "../../model/tool.ts";
import { toWireName } from "./wire-name.ts";

/** One layer gives a name more than once: an issue at each place, naming the others. */
export function toDuplicates(tools: readonly Tool[]): readonly ManifestIssue[] {
  return tools.map((tool) => {
    const others = tools.filter((other) => other !== tool).map(toPlace);
    const message = `the ${tool.origin.layer} layer declares \`${tool.name}\` more than once: also ${others.join(", ")}`;
    return toIssue(tool, "duplicate-name", message, "Rename or remove all but one; until then none of them is loaded.");
  });
}

/** A tool of a higher layer that does not say that it replaces the lower one. */
export function toNeedsOverrides(tool: Tool, lower: Tool): ManifestIssue {
  const message = `\`${tool.name}\` is already declared in the ${lower.origin.layer} layer (${toPlace(lower)})`;
  const hint =
    tool.origin.format === "agent-tool"
      ? "Choose another name: a tool that an application declares never replaces one."
      : "Write `overrides = true` to replace it, or choose another name.";
  return toIssue(tool, "needs-overrides", message, hint);
}

/** Two names that clients would see as one. */
export function toSameWireName(tool: Tool, other: Tool): ManifestIssue {
  const places = `\`${tool.name}\` (${toPlace(tool)}) and \`${other.name}\` (${toPlace(other)})`;
  const message = `${places} are one name, \`${toWireName(other.name)}\`, for clients that know no dots or no case; the first is not loaded`;
  return toIssue(tool, "same-wire-name", message, "Rename one of them.");
}

/** An upstream tool whose name means something already. */
export function toTakenUpstream(tool: Tool, other: Tool): ManifestIssue {
  const message = `\`${tool.name}\` (${toPlace(tool)}) is not served: \`${other.name}\` (${toPlace(other)}) has the name already`;
  return toIssue(tool, "name-taken", message, "Give the server another `prefix`, or rename the other tool.");
}

function toIssue(tool: Tool, code: string, message: string, hint: string): ManifestIssue {
  const line = Math.max(1, tool.origin.line);
  const column = Math.max(1, tool.origin.column);
  return {
    severity: "error",
    code,
    message,
    file: tool.origin.file ?? "(code)",
    line,
    column,
    endColumn: column,
    hint,
  };
}

function toPlace({ origin }: Tool): string {
  return origin.file === null ? "a tool given in code" : `${origin.file}:${origin.line}`;
}
