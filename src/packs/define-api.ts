import { toParamSpecs } from "../library/param-definition.ts";
import type { ParamDefinition } from "../library/param-definition.ts";
import { matchToolName } from "../manifest/tool-name.ts";
import type { Handler } from "../model/handler.ts";
import { EFFECTS } from "../model/tool.ts";
import type { Effect } from "../model/tool.ts";
import { withCheckedArguments } from "./check-arguments.ts";
import type { InternalApi } from "./pack.ts";

export interface ApiDefinition {
  /** What tools write as `api`: letters, digits, `_`, `.` and `-`, at most 64 of them. */
  readonly name: string;
  readonly description: string;
  /** What calling it can do; a tool may say more, never less. @default "write" */
  readonly effect?: Effect | undefined;
  /** What it takes; a tool's parameters must fit by name and type. @default nothing */
  readonly params?: Readonly<Record<string, ParamDefinition>> | undefined;
  /** Trusted code of the embedding program, given checked arguments; paths are absolute and confined. */
  readonly handler: Handler;
}

/** Makes a function callable from `kind = "internal"` tools. @throws TypeError for a definition that cannot be used */
export function defineApi(definition: ApiDefinition): InternalApi {
  const { name, description, effect = "write", params = {}, handler } = definition;
  if (!matchToolName(name)) {
    throw new TypeError(`expected an API name of letters, digits, \`_\`, \`.\` and \`-\`, got ${JSON.stringify(name)}`);
  }
  if (!EFFECTS.includes(effect)) throw new TypeError(`expected an effect of ${EFFECTS.join(", ")} for \`${name}\``);
  if (typeof handler !== "function") throw new TypeError(`expected a handler for \`${name}\``);
  for (const [param, { type, default: preset }] of Object.entries(params)) {
    if (type !== "path" || preset === undefined) continue;
    throw new TypeError(`the path \`${name}.${param}\` cannot have a default here: the tool that declares it has one`);
  }
  const shape = { name, effect, params: toParamSpecs(name, params) };
  return { ...shape, description, handler: withCheckedArguments(shape, handler) };
}
