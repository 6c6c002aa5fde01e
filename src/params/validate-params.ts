import type { JsonObject, JsonValue } from "../model/json.ts";
import type { ParamIssue, ParamSpec, ParamValue } from "../model/param.ts";
import { findNearest } from "../text/find-nearest.ts";
import type { ParamContext, PathNeed } from "./param-type.ts";
import { showValue } from "./show-value.ts";
import { validateParam } from "./validate-param.ts";

/** An accepted value: typed for policies, as text for the argument, and what rendering must know of it. */
export interface AcceptedValue {
  readonly value: ParamValue;
  readonly text: string;
  /** A number may begin with `-` without being read as an option. */
  readonly numeric: boolean;
  readonly allowLeadingDash: boolean;
}

export type ParamsResult =
  | {
      readonly ok: true;
      /** By parameter name; an optional parameter that was not sent and has no default is absent. */
      readonly values: ReadonlyMap<string, AcceptedValue>;
      readonly paths: readonly PathNeed[];
    }
  | { readonly ok: false; readonly issues: readonly ParamIssue[] };

const MAX_UNKNOWN_SHOWN = 20;

/** Checks all arguments of a call. Every issue is reported at once, one per parameter; one issue refuses the call. */
export function validateParams(specs: readonly ParamSpec[], args: JsonObject, context: ParamContext): ParamsResult {
  const issues: ParamIssue[] = [];
  const values = new Map<string, AcceptedValue>();
  const paths: PathNeed[] = [];
  for (const spec of specs) {
    const sent = readArgument(args, spec.name);
    // A null was sent: it must not turn into the default.
    const value = sent === undefined ? spec.default : sent;
    if (value === undefined) {
      if (spec.required) issues.push(toMissing(spec));
      continue;
    }
    const result = validateParam(spec, value, context);
    if (!result.ok) {
      issues.push(...result.issues);
      continue;
    }
    const numeric = spec.type === "integer" || spec.type === "number";
    values.set(spec.name, {
      value: result.value,
      text: result.text,
      numeric,
      allowLeadingDash: spec.allowLeadingDash,
    });
    if (result.path !== undefined) paths.push(result.path);
  }
  issues.push(...findUnknown(specs, args));
  return issues.length === 0 ? { ok: true, values, paths } : { ok: false, issues };
}

/** Only what the caller really sent: `constructor` and its like are no arguments. */
function readArgument(args: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function toMissing(spec: ParamSpec): ParamIssue {
  const hint = spec.description === null ? "" : ` (${spec.description})`;
  return { param: spec.name, code: "missing", message: `Missing required parameter: ${spec.name}${hint}.` };
}

function findUnknown(specs: readonly ParamSpec[], args: JsonObject): readonly ParamIssue[] {
  const unknown = Object.keys(args).filter(
    (name) => args[name] !== undefined && !specs.some((spec) => spec.name === name),
  );
  const names = specs.map((spec) => spec.name);
  const issues = unknown.slice(0, MAX_UNKNOWN_SHOWN).map((name): ParamIssue => {
    const nearest = findNearest(name, names);
    const hint = nearest === null ? describeNames(names) : `did you mean ${nearest}?`;
    const shown = showValue(name);
    return { param: shown.slice(1, -1), code: "unknown", message: `Unknown parameter: ${shown}; ${hint}` };
  });
  const more = unknown.length - issues.length;
  if (more > 0) issues.push({ param: "", code: "unknown", message: `And ${more} more unknown parameters.` });
  return issues;
}

function describeNames(names: readonly string[]): string {
  return names.length === 0 ? "the tool takes none." : `the tool takes ${names.join(", ")}.`;
}
