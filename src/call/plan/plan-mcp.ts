import type { McpBackend } from "../../model/backend.ts";
import type { JsonObject } from "../../model/json.ts";
import type { McpPlan } from "../../model/plan.ts";
import { WATCH } from "../../mcp-bridge/offers/passages.ts";
import type { CheckedCall } from "./make-plan.ts";

/** Fixes what is sent to an upstream server: the checked arguments, under the names that it knows them by. */
export function planMcp({
  checked,
  paths,
  backend,
  timeoutMs,
}: CheckedCall & { readonly backend: McpBackend; readonly timeoutMs: number }): McpPlan {
  const { arguments: sent, request } = toAsked(checked.values, backend);
  // In the order of canonical JSON, which spares sorting.
  return {
    arguments: sent,
    injected: {},
    kind: "mcp",
    paths,
    ...(request === undefined ? {} : { request }),
    server: backend.server,
    timeoutMs,
    tool: backend.tool,
  };
}

/** Word of changes is judged as reading, and asked for in another way. */
function toAsked(values: JsonObject, { request, fieldMap }: McpBackend): Pick<McpPlan, "request" | "arguments"> {
  if (request === undefined) return { arguments: rename(values, fieldMap) };
  const { [WATCH]: watch, ...others } = values;
  if (request !== "resources/read" || watch === undefined) return { request, arguments: values };
  return { request: watch === true ? "resources/subscribe" : request, arguments: others };
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
