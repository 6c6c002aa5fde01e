import type { Tool } from "../../model/tool.ts";

/** Whether it stands for something else than a tool that is asked of an upstream server: nobody lists or finds it as one. */
export function isPassage({ backend }: Pick<Tool, "backend">): boolean {
  return backend.kind === "mcp" && backend.request !== undefined;
}
