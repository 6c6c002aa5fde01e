import { CONFIG_NAME } from "../locate-config.ts";

/** What people call the file of a layer. */
export function toLabel(layer: "user" | "project"): string {
  return `${layer === "user" ? "user " : ""}${CONFIG_NAME}`;
}
