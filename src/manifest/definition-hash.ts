import { hash } from "node:crypto";
import { canonicalJson } from "../model/canonical-json.ts";
import type { JsonValue } from "../model/json.ts";
import type { ToolDraft } from "./manifest.ts";

/**
 * `sha256:<hex>` over what a tool does: its canonical JSON without where it stands and whether it is switched on. Two
 * tools with the same hash behave alike.
 */
export function definitionHash(tool: ToolDraft): string {
  const definition = { ...tool, origin: undefined, enabled: undefined, definitionHash: undefined };
  return `sha256:${hash("sha256", canonicalJson(definition as unknown as JsonValue), "hex")}`;
}
