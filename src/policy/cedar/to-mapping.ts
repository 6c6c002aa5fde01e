import type { PolicyTool } from "../policy.ts";

/** What a tool is to Cedar. Every name is fully qualified. */
export interface CedarMapping {
  readonly principalType: string;
  /** The tool's name is the id of the entity. */
  readonly resourceType: string;
  readonly actionType: string;
  readonly action: string;
}

/** Of tools without a `[tool.cedar]` table. */
const OWN = { resource: "Toolgate::Tool", action: "call" } as const;

/**
 * The entity types and the action of a tool: those of its `[tool.cedar]` table, whose namespace the caller and the action
 * share. Without a namespace the caller is `Toolgate::Agent`: Cedar takes no name both with and without one.
 */
export function toMapping({ cedar }: Pick<PolicyTool, "cedar">): CedarMapping {
  // A lone surrogate would make the engine refuse the schema of all tools.
  const resource = (cedar ?? OWN).resource.toWellFormed();
  const action = (cedar ?? OWN).action.toWellFormed();
  const namespace = toNamespace(resource);
  return {
    principalType: `${namespace === "" ? "Toolgate::" : namespace}Agent`,
    resourceType: resource,
    actionType: `${namespace}Action`,
    action,
  };
}

/** `PenTest::` of `PenTest::ScanTarget`, which everything else of that namespace begins with; `""` without one. */
export function toNamespace(type: string): string {
  const end = type.lastIndexOf("::");
  return end === -1 ? "" : type.slice(0, end + 2);
}

/** One text for each distinct mapping. */
export function toMappingKey({ resourceType, action }: CedarMapping): string {
  return JSON.stringify([resourceType, action]);
}
