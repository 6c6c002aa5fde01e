import type { StoredTool } from "../../../storage/repositories.ts";

/** Whether tools of this format are JSON, and so always kept as rows of the database. */
export function isJsonFormat(format: StoredTool["format"]): format is "custom" | "credentialed" {
  return format === "custom" || format === "credentialed";
}
