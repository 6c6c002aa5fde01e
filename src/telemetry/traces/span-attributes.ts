import type { Attributes } from "@opentelemetry/api";
import type { CallReport } from "../../call/observe/call-observer.ts";
import { isFromMcp } from "../../model/call.ts";

/** In the names of the conventions for tool execution and MCP where they have one. Never arguments, results or identities. */
export function toSpanAttributes(report: CallReport): Attributes {
  const { callId, parentCallId, entry, tool, group, effect, layer, server, decision, status, code } = report;
  const isMcp = isFromMcp(entry);
  return withoutNull({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "mcp.method.name": isMcp ? "tools/call" : null,
    "network.transport": isMcp ? (entry === "mcp-stdio" ? "pipe" : "tcp") : null,
    "error.type": code,
    "toolgate.call.id": callId,
    "toolgate.call.parent_id": parentCallId,
    "toolgate.call.entry": entry,
    "toolgate.call.status": status,
    "toolgate.call.code": code,
    "toolgate.tool.group": group,
    "toolgate.tool.effect": effect,
    "toolgate.tool.layer": layer,
    "toolgate.tool.server": server,
    "toolgate.decision.effect": decision?.effect ?? null,
    "toolgate.decision.code": decision?.code ?? null,
  });
}

/** A name that a caller made up is no name of a span. */
export function toSpanName({ tool }: Pick<CallReport, "tool">): string {
  return tool === null ? "execute_tool" : `execute_tool ${tool}`;
}

function withoutNull(attributes: Readonly<Record<string, string | null>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)) as Attributes;
}
