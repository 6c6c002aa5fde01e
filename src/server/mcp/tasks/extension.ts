import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { TASK_CAPABILITY, TASKS_EXTENSION } from "../../../model/client-capabilities.ts";
import type { RequestContext } from "../request-context.ts";

/** What this one request said that its client can do. */
export function declaresTasks(meta: unknown): boolean {
  const { [CLIENT_CAPABILITIES_META_KEY]: capabilities } = toObject(meta);
  const { [TASKS_EXTENSION]: declared } = toObject(toObject(capabilities)["extensions"]);
  return typeof declared === "object" && declared !== null;
}

/** @throws ProtocolError for a request that did not declare it, or whose revision does not know it */
export function requireTasks({ mcpReq: { envelope } }: RequestContext): void {
  if (envelope === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found");
  if (!declaresTasks(envelope)) throw missingTasks();
}

export function missingTasks(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities: TASK_CAPABILITY });
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
