import { writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { renderConfigSchema } from "../src/config/json-schema.ts";
import type { JsonObject } from "../src/model/json.ts";
import { toAgentToolsSchema } from "./schemas/agent-tools.ts";
import { toAssertionsSchema } from "./schemas/assertions.ts";
import { toCapabilitySchema } from "./schemas/capability.ts";
import { toCredentialedSchema } from "./schemas/credentialed.ts";
import { toCustomToolsSchema } from "./schemas/custom.ts";
import { toScopeSchema } from "./schemas/scope.ts";
import { toToolcladProjectSchema } from "./schemas/toolclad-project.ts";
import { toToolcladSchema } from "./schemas/toolclad.ts";
import { toWhitelistSchema } from "./schemas/whitelist.ts";

export const SCHEMA_FOLDER: string = path.resolve(import.meta.dirname, "../schema");

/** Tools for TOML and JSON read draft-07 best; what is used here means the same in 2020-12. */
const DRAFT = "http://json-schema.org/draft-07/schema#";

const KINDS: Readonly<Record<string, readonly [title: string, toSchema: () => JsonObject]>> = {
  "whitelist-tool": ["A whitelist tool of Toolgate", toWhitelistSchema],
  toolclad: ["A ToolClad manifest", toToolcladSchema],
  "toolclad-project": ["toolclad.toml: what the ToolClad manifests of a folder share", toToolcladProjectSchema],
  scope: ["What tools of Toolgate may reach", toScopeSchema],
  assertions: ["What must be so for all tools of Toolgate", toAssertionsSchema],
  "custom-tools": ["Custom tools of Toolgate", toCustomToolsSchema],
  credentialed: ["Programs that Toolgate runs with a credential", toCredentialedSchema],
  "agent-tools": ["Tools that an application declares to Toolgate", toAgentToolsSchema],
  capability: ["What a capability module gives to defineTool, without the handler", toCapabilitySchema],
};

/** Every schema that is published, by file name, formatted as it is committed. */
export async function renderSchemas(): Promise<ReadonlyMap<string, string>> {
  const made = Object.entries(KINDS).map(([kind, [title, toSchema]]) => {
    return [kind, { $schema: DRAFT, title, ...toSchema() }] as const;
  });
  const all: readonly (readonly [string, JsonObject])[] = [["toolgate", renderConfigSchema()], ...made];
  const files = all.map(async ([kind, schema]) => {
    const text = await format(JSON.stringify(schema), { parser: "json", printWidth: 120 });
    return [`${kind}.schema.json`, text] as const;
  });
  return new Map(await Promise.all(files));
}

if (import.meta.main) {
  for (const [name, text] of await renderSchemas()) writeFileSync(path.join(SCHEMA_FOLDER, name), text);
}
