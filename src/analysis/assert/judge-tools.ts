import type { Config } from "../../config/config.ts";
import type { Tool } from "../../model/tool.ts";
import { decide } from "../../policy/decide.ts";
import { toLexicalFacts } from "../../policy/to-lexical-facts.ts";
import { toPolicyTool } from "../../policy/to-policy-tool.ts";
import { analyseTool } from "../analyse-tool.ts";
import type { JudgedTool } from "./check-assertions.ts";

/** Tools with their analysis and what a configuration's rules and mode say; without one, nothing is allowed beforehand. */
export function judgeTools(tools: readonly Tool[], config: Config | null): readonly JudgedTool[] {
  const { rules = [], mode = "default", headless = false } = config?.permissions ?? {};
  const caller = { tenant: "", principal: "", agent: "", roles: ["agent"], credential: "" } as const;
  return tools.map((tool) => ({
    tool,
    analysis: analyseTool(tool, config?.scope.scope ?? null),
    decision: decide({ tool: toPolicyTool(tool), caller }, toLexicalFacts({ headless }), { mode, rules, paused: null })
      .effect,
  }));
}
