/** The public surface of `toolgate`. */
export type { Handler, HandlerContext } from "./model/handler.ts";
export type { Explanation } from "./call/runtime.ts";
export { ConfigError } from "./config/config-error.ts";
export { createToolgate } from "./library/create-toolgate.ts";
export type { CallOptions, Toolgate, ToolgateOptions } from "./library/create-toolgate.ts";
export { defineTool } from "./library/define-tool.ts";
export type { DefinedTool, ToolDefinition } from "./library/define-tool.ts";
export type { CallEvent } from "./model/call.ts";
export type { Caller, Role } from "./model/caller.ts";
export type { Decision } from "./model/decision.ts";
export { ERROR_CODES } from "./model/errors.ts";
export type { ErrorCode, ErrorInfo } from "./model/errors.ts";
export type { JsonObject, JsonSchema, JsonValue } from "./model/json.ts";
export type { Evidence, Outcome } from "./model/outcome.ts";
export type { Plan } from "./model/plan.ts";
export type { Tool } from "./model/tool.ts";
export { StoreError } from "./storage/store.ts";
