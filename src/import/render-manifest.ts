import { stringify } from "smol-toml";
import type { JsonObject } from "../model/json.ts";
import { showText } from "../text/show-text.ts";

/** A ToolClad manifest as data, tables in the order in which they are written. */
export interface ManifestData {
  /** Lines for the head of the file, without `#`. */
  readonly remarks: readonly string[];
  readonly tool: JsonObject;
  readonly args: Readonly<Record<string, JsonObject>>;
  readonly backend: { readonly http: JsonObject } | { readonly mcp: JsonObject };
  readonly output: JsonObject;
}

/** The text of a manifest. Nothing of it is pasted together, so no value can become a key or a table. */
export function renderManifest({ remarks, tool, args, backend, output }: ManifestData): string {
  const head = remarks.map((remark) => `# ${showText(remark, 500)}\n`).join("");
  const tables = { tool, ...(Object.keys(args).length === 0 ? {} : { args }), ...backend, output };
  return `${head}${stringify(tables)}`;
}
