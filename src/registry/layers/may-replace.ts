import type { Tool } from "../../model/tool.ts";

/** Whether a tool consents to stand in front of one of its name. What an application declares never may. */
export function mayReplace({ overrides, origin }: Tool): boolean {
  return overrides && origin.format !== "agent-tool";
}
