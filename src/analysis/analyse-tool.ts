import type { Tool } from "../model/tool.ts";
import type { Scope } from "../scope/scope.ts";
import type { ToolAnalysis } from "./analysis.ts";
import { findWeakSpots } from "./find-weak-spots.ts";
import { showSandbox } from "./show-sandbox.ts";
import { toParamSpaces } from "./param-space.ts";
import { toReach } from "./to-reach.ts";
import { toShape } from "./to-shape.ts";

/** Tells what a tool can possibly do. A pure function of its declaration and the scope. */
export function analyseTool(tool: Tool, scope: Scope | null): ToolAnalysis {
  const params = toParamSpaces(tool);
  const reach = toReach(tool, scope);
  const { name, origin, effect, riskTier, humanApproval, cedar, output } = tool;
  return {
    name,
    format: origin.format,
    layer: origin.layer,
    effect,
    riskTier,
    humanApproval,
    cedar,
    shape: toShape(tool),
    params,
    output: { shape: output.shape, parser: output.parser, hasSchema: output.schema !== null },
    reach,
    sandbox: showSandbox(tool.sandbox),
    warnings: findWeakSpots(tool, params, reach),
  };
}
