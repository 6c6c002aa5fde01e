import type { InternalApiShape } from "../manifest/manifest.ts";
import { HandlerError } from "../model/handler.ts";
import type { Handler } from "../model/handler.ts";
import type { JsonObject, JsonValue } from "../model/json.ts";
import type { ParamSpec } from "../model/param.ts";
import type { ParamContext } from "../params/param-type.ts";
import { validateParam } from "../params/validate-param.ts";

/** Where a call runs was judged before; here only the value itself counts. */
const ANYWHERE: ParamContext = { sessionFolder: "/", workspaceRoots: ["/"], scope: null, scopeRequired: false };

/**
 * Gives a handler exactly what its parameters say: defaults filled in, every value checked again by the API's own
 * limits, nothing else. A tool's declaration was fitted to the API when it loaded; this holds whatever declared it.
 */
export function withCheckedArguments({ name, params }: InternalApiShape, handler: Handler): Handler {
  return (args, context) => handler(checkArguments(name, params, args), context);
}

function checkArguments(api: string, params: readonly ParamSpec[], args: JsonObject): JsonObject {
  const unknown = Object.keys(args).find((name) => !params.some((param) => param.name === name));
  if (unknown !== undefined) throw refuse(`${api} takes no argument ${JSON.stringify(unknown)}`);
  const checked = params.flatMap((param): [string, JsonValue][] => {
    const value = Object.hasOwn(args, param.name) ? args[param.name] : param.default;
    if (value !== undefined) return [[param.name, checkValue(api, param, value)]];
    if (param.required) throw refuse(`${api} needs the argument \`${param.name}\``);
    return [];
  });
  return Object.fromEntries(checked);
}

function checkValue(api: string, param: ParamSpec, value: JsonValue): JsonValue {
  // A path was resolved and confined by the gate, which alone knows the folders; it is absolute by now.
  if (param.type === "path") {
    if (typeof value === "string" && value.startsWith("/")) return value;
    throw refuse(`${api} needs \`${param.name}\` as an absolute path`);
  }
  const result = validateParam(param, value, ANYWHERE);
  if (result.ok) return result.value;
  throw refuse(`${api}: ${result.issues.map((issue) => `\`${issue.param}\`: ${issue.message}`).join(" ")}`);
}

function refuse(message: string): HandlerError {
  return new HandlerError("invalid-arguments", message, {
    hint: "Declare the parameter so that it fits the built-in API.",
  });
}
