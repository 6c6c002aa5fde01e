import { Refused } from "../../model/errors.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { Tool } from "../../model/tool.ts";

/** Refuses a call with every issue of its arguments, in words for a model and as data for a program. */
export function refuseArguments(tool: Tool, issues: readonly ParamIssue[]): Refused {
  const told = issues.map(({ param, message }) => (param === "" ? message : `\`${param}\`: ${message}`));
  const message = `the arguments do not fit \`${tool.name}\`: ${told.join("; ")}`;
  const details = { issues: issues.map((issue) => ({ ...issue })) };
  return new Refused("validate", "INVALID_ARGUMENTS", message, { details, hint: "see the tool's input schema" });
}
