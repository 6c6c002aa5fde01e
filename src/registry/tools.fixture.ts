import type { Tool } from "../model/tool.ts";

/** A whole tool with what a test says about it. */
export function makeTool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    title: null,
    description: "A tool of a test.",
    version: null,
    origin: { format: "whitelist", layer: "user", file: `/tools/${name}.toml`, line: 1, column: 1 },
    group: null,
    input: { kind: "params", params: [] },
    effect: "write",
    riskTier: null,
    humanApproval: false,
    enabled: true,
    overrides: false,
    backend: { kind: "command", binary: "true", args: [], constants: {}, cwd: null },
    limits: { timeoutMs: 1000, maxStdoutBytes: 1000, maxStderrBytes: 1000 },
    environment: [],
    output: { shape: "process", parser: "text", schema: null },
    cedar: null,
    definitionHash: `sha256:${name}`,
    ...more,
  };
}
