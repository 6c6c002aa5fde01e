import { Refused } from "../../model/errors.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { Tool } from "../../model/tool.ts";

/** Refuses a call with every issue of its arguments, in words for a model and as data for a program. */
export function refuseArguments(tool: Tool, issues: readonly ParamIssue[]): Refused {
  // Messages of parameter types are sentences; inside of one they lose their full stop.
  const told = issues.map(({ param, message }) => {
    const text = message.replace(/(?<!\.)\.$/, "");
    return param === "" ? text : `\`${param}\`: ${text}`;
  });
  const message = `the arguments do not fit \`${tool.name}\`: ${told.join("; ")}`;
  const details = { issues: issues.map((issue) => ({ ...issue })) };
  const hint = `see its input schema: \`toolgate tools schema ${tool.name}\``;
  return new Refused("validate", "INVALID_ARGUMENTS", message, { details, hint });
}
