import type { McpServer } from "../config/mcp/mcp-server.ts";
import { definitionHash } from "../manifest/definition-hash.ts";
import type { ToolDraft } from "../manifest/manifest.ts";
import type { Tool } from "../model/tool.ts";

/** A server as the tool that rows of the configuration and bindings of secrets know it by: `mcp.NAME`. Nobody can call it. */
export function toServerTool({ name, layer, target, timeoutMs, sandbox = null }: McpServer): Tool {
  const draft: ToolDraft = {
    name: `mcp.${name}`,
    title: null,
    description: "",
    version: null,
    group: null,
    input: { kind: "params", params: [] },
    effect: "write",
    riskTier: null,
    humanApproval: false,
    enabled: false,
    overrides: false,
    backend: { kind: "command", binary: target, args: [], constants: {}, cwd: null },
    limits: { timeoutMs, maxStdoutBytes: 0, maxStderrBytes: 0 },
    environment: [],
    output: { shape: "process", parser: "text", schema: null },
    cedar: null,
    ...(sandbox === null ? {} : { sandbox }),
  };
  const origin = { format: "mcp", layer, file: `mcp server ${name}`, line: 0, column: 0 } as const;
  return { ...draft, origin, definitionHash: definitionHash(draft) };
}
