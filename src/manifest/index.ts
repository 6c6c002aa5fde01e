export { parseAgentTools } from "./agent-tool/parse-agent-tools.ts";
export type { AgentToolOptions } from "./agent-tool/parse-agent-tools.ts";
export { loadModuleEvaluator } from "./capability/evaluate/load-module-evaluator.ts";
export { parseManifest } from "./parse-manifest.ts";
export { toInputSchema } from "./to-input-schema.ts";
export { toOutputSchema } from "./to-output-schema.ts";
export { parseToolcladProject } from "./toolclad/project/parse-toolclad-project.ts";
export type { ManifestFormat, ManifestIssue, ManifestOptions, ManifestResult } from "./manifest.ts";
export type { Tool } from "../model/tool.ts";
