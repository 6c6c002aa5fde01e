import type { Tool } from "../../model/tool.ts";
import { isMetaTool } from "../disclosure/meta-tools.ts";

/** Whether a tool consents to stand in front of one of its name. What an application declares never may, and nothing
 * stands in front of what finds and calls tools. */
export function mayReplace({ name, overrides, origin }: Tool): boolean {
  return overrides && origin.format !== "agent-tool" && !isMetaTool({ name });
}
