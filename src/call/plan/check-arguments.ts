import type { ResolvedCall } from "../../model/call.ts";
import type { JsonObject, JsonSchema } from "../../model/json.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { PlannedPath } from "../../model/plan.ts";
import { validateCommandLine } from "../../params/command-line/validate-command-line.ts";
import { toSchemaPlaces } from "../../params/custom/to-schema-places.ts";
import { validateFreeArgs } from "../../params/free/validate-free-args.ts";
import { checkSchema } from "../../params/json-schema/check-schema.ts";
import type { SchemaIssue } from "../../params/json-schema/check-schema.ts";
import type { ParamContext, PathNeed } from "../../params/param-type.ts";
import type { ParamsResult } from "../../params/validate-params.ts";
import { validateParams } from "../../params/validate-params.ts";
import type { PlaceValue } from "../../template/render-args.ts";
import type { Gate } from "../gate.ts";
import { refuseArguments } from "./refuse-arguments.ts";

/** Arguments that fit the tool's declaration. */
export interface CheckedArguments {
  /** Typed, for policies and handlers. */
  readonly values: JsonObject;
  /** What may stand in the places of a template. */
  readonly texts: ReadonlyMap<string, PlaceValue>;
  /** The list of a call that sends one, as the program gets it. */
  readonly list: readonly string[];
  readonly paths: readonly PathNeed[];
}

/** Every issue at once, one per parameter, before anything else sees a value. */
export function checkArguments(
  resolved: ResolvedCall,
  workingFolder: PlannedPath | null,
  gate: Gate,
): CheckedArguments {
  const { tool, call } = resolved;
  const context = paramContext(resolved, workingFolder, gate);
  switch (tool.input.kind) {
    case "params": {
      const checked = validateParams(tool.input.params, call.args, context);
      if (!checked.ok) throw refuseArguments(tool, checked.issues);
      return fromParams(checked);
    }
    case "free": {
      const { args, ...others } = call.args;
      const extra = Object.keys(others).map((name) => unknownParam(name));
      const checked = validateFreeArgs(tool.input.free, args ?? null, context);
      if (!checked.ok) throw refuseArguments(tool, [...checked.issues, ...extra]);
      if (extra.length > 0) throw refuseArguments(tool, extra);
      return { values: { args: checked.args }, texts: new Map(), list: checked.args, paths: checked.paths };
    }
    case "command-line": {
      const checked = validateCommandLine(tool.input.commandLine, call.args);
      if (!checked.ok) throw refuseArguments(tool, checked.issues);
      return { values: { args: checked.args }, texts: new Map(), list: checked.args, paths: [] };
    }
    case "schema": {
      const issues = checkAgainst(tool.input.schema, call.args, tool.backend.kind === "mcp");
      if (issues.length > 0) throw refuseArguments(tool, issues.map(fromSchemaIssue));
      if (tool.backend.kind !== "command" && tool.backend.kind !== "script") {
        return { values: call.args, texts: new Map(), list: [], paths: [] };
      }
      const places = toSchemaPlaces(tool.input.schema, call.args);
      if (places.issues.length > 0) throw refuseArguments(tool, places.issues);
      return { values: places.values, texts: places.texts, list: [], paths: [] };
    }
  }
}

/**
 * Models write null for what they leave out. A server gets it as it came, and makes of it what it makes of any null; a
 * parameter that it needs, and one that it does not know, are held against its schema all the same.
 */
function checkAgainst(schema: JsonSchema, args: JsonObject, passesNulls: boolean): readonly SchemaIssue[] {
  const issues = checkSchema(schema, args);
  const given = issues.length > 0 && passesNulls ? withoutOptionalNulls(schema, args) : args;
  return given === args ? issues : checkSchema(schema, given);
}

function withoutOptionalNulls({ properties, required }: JsonSchema, args: JsonObject): JsonObject {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const isLeftOut = (name: string): boolean =>
    Object.hasOwn(Object(properties) as object, name) && !needed.includes(name);
  const kept = Object.entries(args).filter(([name, value]) => value !== null || !isLeftOut(name));
  return kept.length === Object.keys(args).length ? args : Object.fromEntries(kept);
}

function paramContext({ session }: ResolvedCall, folder: PlannedPath | null, gate: Gate): ParamContext {
  const { workspaceRoots } = gate.config;
  const scope = gate.scope.current;
  return {
    sessionFolder: session.folder,
    workspaceRoots,
    workingFolder: folder?.resolved,
    scope: scope.scope,
    scopeRequired: scope.required,
  };
}

function fromParams({ values, paths }: Extract<ParamsResult, { ok: true }>): CheckedArguments {
  const typed = Object.fromEntries([...values].map(([name, { value }]) => [name, value]));
  return { values: typed, texts: values, list: [], paths };
}

function unknownParam(param: string): ParamIssue {
  return { param, code: "unknown", message: "this tool takes `args`, a list of strings, and nothing else" };
}

function fromSchemaIssue({ at, message }: { at: string; message: string }): ParamIssue {
  return { param: at.replace(/^\//, ""), code: "type", message };
}
