import type { McpBridge } from "../../mcp-bridge/bridge.ts";
import type { AdmittedCall } from "../../model/call.ts";
import type { JsonObject } from "../../model/json.ts";
import type { McpPlan } from "../../model/plan.ts";
import type { Backend } from "../backend.ts";

export interface McpBackendOptions {
  readonly bridge: Pick<McpBridge, "call">;
  /** What is sent along so that a call can be followed over several programs. */
  readonly toMeta: (call: AdmittedCall) => JsonObject;
}

/** Calls the planned tool of the planned server with the planned arguments, untouched. */
export function createMcpBackend({ bridge, toMeta }: McpBackendOptions): Backend {
  return {
    async run(call, { signal, onEvent, ask, client }) {
      const plan = expectPlan(call);
      const meta = toMeta(call);
      const { tenant, principal } = call.call.caller;
      const owner = JSON.stringify([tenant, principal]);
      const { timeoutMs } = plan;
      const result = await bridge.call(plan, { owner, meta, timeoutMs, signal, onEvent, ask, client });
      return { kind: "mcp", result };
    },
  };
}

function expectPlan({ plan }: AdmittedCall): McpPlan {
  if (plan.kind !== "mcp") throw new Error(`a ${plan.kind} plan came to the MCP back end`);
  return plan;
}
