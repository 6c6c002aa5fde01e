import type { Layer, Tool } from "../../model/tool.ts";
import { defineTool } from "../../library/define-tool.ts";
import type { SecretUse } from "../secret-source.ts";

/** As much of a tool as a binding looks at. */
export function toolOf(name: string, layer: Layer = "user"): Tool {
  const { tool } = defineTool({ name, description: "A tool of a test", handler: () => null });
  return { ...tool, origin: { ...tool.origin, layer } };
}

export function use(name: string, host: string | null = null, layer: Layer = "user"): SecretUse {
  return { tool: toolOf(name, layer), host };
}
