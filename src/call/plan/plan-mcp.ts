import type { McpBackend } from "../../model/backend.ts";
import type { JsonObject } from "../../model/json.ts";
import type { McpPlan } from "../../model/plan.ts";
import type { CheckedCall } from "./make-plan.ts";

/** Fixes what is sent to an upstream server: the checked arguments, under the names that it knows them by. */
export function planMcp({
  checked,
  paths,
  backend,
  timeoutMs,
}: CheckedCall & { readonly backend: McpBackend; readonly timeoutMs: number }): McpPlan {
  return {
    kind: "mcp",
    server: backend.server,
    tool: backend.tool,
    ...(backend.request === undefined ? {} : { request: backend.request }),
    arguments: rename(checked.values, backend.fieldMap),
    injected: {},
    paths,
    timeoutMs,
  };
}

/** Without a map the very object that was checked. */
function rename(values: JsonObject, fieldMap: McpBackend["fieldMap"]): JsonObject {
  if (Object.keys(fieldMap).length === 0) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      Object.hasOwn(fieldMap, name) ? (fieldMap[name] ?? name) : name,
      value,
    ]),
  );
}
