import type { Tool } from "../../../model/tool.ts";
import type { CedarEngine } from "../cedar-engine.ts";
import { toMapping, toMappingKey } from "../to-mapping.ts";
import { compareTrust } from "./argument-types.ts";
import { renderCedarSchema } from "./render-cedar-schema.ts";

/** A tool whose `[tool.cedar]` table no schema can hold beside the others. */
export interface UnfitTool {
  readonly tool: Tool;
  /** The engine's, or ours. */
  readonly message: string;
}

/**
 * Tools whose entity type or action clashes with another one's: `Agent`, which is the caller's type, or a name that also
 * stands without its namespace. The more trusted tool keeps its name, so one bad table cannot spoil the others' policies.
 */
export function findUnfitTools(tools: readonly Tool[], engine: CedarEngine): readonly UnfitTool[] {
  const mapped = tools.filter(({ cedar }) => cedar !== null);
  if (mapped.every((tool) => !isCaller(tool)) && findProblem(mapped, engine) === null) return [];
  const fit: Tool[] = [];
  const problems = new Map<string, string | null>();
  for (const tool of mapped.toSorted(compareTrust)) {
    const key = toMappingKey(toMapping(tool));
    if (problems.has(key)) continue;
    const message = isCaller(tool) ? "`Agent` is the type of the caller" : findProblem([...fit, tool], engine);
    problems.set(key, message);
    if (message === null) fit.push(tool);
  }
  return mapped.flatMap((tool) => {
    const message = problems.get(toMappingKey(toMapping(tool))) ?? null;
    return message === null ? [] : [{ tool, message }];
  });
}

function isCaller(tool: Tool): boolean {
  const { resourceType } = toMapping(tool);
  return resourceType === "Agent" || resourceType.endsWith("::Agent");
}

function findProblem(tools: readonly Tool[], engine: CedarEngine): string | null {
  const answer = engine.checkParseSchema(renderCedarSchema(tools, []));
  return answer.type === "success" ? null : (answer.errors[0]?.message ?? "the engine refuses it");
}
