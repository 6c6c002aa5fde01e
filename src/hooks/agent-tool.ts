import { isOwn } from "./calls/to-request.ts";
import { definitionHash } from "../manifest/definition-hash.ts";
import type { ToolDraft } from "../manifest/manifest.ts";
import type { Tool } from "../model/tool.ts";

/**
 * A tool of an agent that is none of ours: its name is what rules match, and its arguments may be anything. It counts as
 * writing, whatever its name says, unless it is known to keep the agent's own books only. Nothing here could run it.
 */
export function createAgentTool(name: string): Tool {
  const draft = {
    name,
    title: null,
    description: "A tool of the agent itself, which Toolgate knows by its name only.",
    version: null,
    group: null,
    input: { kind: "schema", schema: { type: "object" } },
    effect: isOwn(name) ? "read" : "write",
    riskTier: null,
    humanApproval: false,
    enabled: true,
    overrides: false,
    backend: { kind: "handler" },
    limits: { timeoutMs: 60_000, maxStdoutBytes: 0, maxStderrBytes: 0 },
    environment: [],
    output: { shape: "value", parser: "json", schema: null },
    cedar: null,
  } as const satisfies ToolDraft;
  const origin = { format: "library", layer: "builtin", file: null, line: 0, column: 0 } as const;
  return { ...draft, origin, definitionHash: definitionHash(draft) };
}
