import type { ParamSpec, ParamType } from "../../model/param.ts";
import { showText } from "../../text/show-text.ts";
import { checkDefault } from "../checks/check-default.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import type { WhitelistParamType } from "./param-shape.ts";

/** What may fill a parameter of an API, by its type. Types that are not here cannot be said in this format. */
const FITS: Readonly<Partial<Record<ParamType, readonly WhitelistParamType[]>>> = {
  path: ["path"],
  text: ["text", "identifier", "enum"],
  content: ["text", "identifier", "enum"],
  identifier: ["identifier", "enum"],
  enum: ["enum"],
  integer: ["int"],
  number: ["float", "int"],
  boolean: ["bool"],
  duration: ["duration"],
};

const WRITTEN: Readonly<Partial<Record<ParamType, WhitelistParamType>>> = {
  integer: "int",
  number: "float",
  boolean: "bool",
};

type Fit =
  { readonly ok: true; readonly param: ParamSpec } | { readonly ok: false; readonly key: string; readonly why: string };

/**
 * Fits a declared parameter into the API's parameter of the same name. It keeps what the author wrote and takes on the
 * API's own limits, so that its schema promises nothing that the API would refuse.
 */
export function fitParam(param: ParamSpec, slot: ParamSpec, log: IssueLog): ParamSpec {
  const path = ["params", param.name];
  const written = WRITTEN[param.type] ?? param.type;
  const fitting = FITS[slot.type] ?? [];
  if (!fitting.some((type) => type === written)) {
    const message = `the API takes \`${slot.name}\` as ${slot.type}, which \`${written}\` does not fit`;
    const hint = fitting.length === 0 ? "This format has no type for it." : `Fitting types: ${fitting.join(", ")}.`;
    addError(log, "param-type", { path: [...path, "type"], part: "value" }, message, hint);
    return param;
  }
  if (slot.required && !param.required && param.default === undefined) {
    const message = `the API needs \`${slot.name}\` at every call, so it cannot be optional without a default`;
    addError(log, "optional-required", { path: [...path, "optional"], part: "value" }, message);
  }
  const fit = tighten({ ...param, allowLeadingDash: true }, slot);
  if (!fit.ok) {
    addError(log, "param-limits", { path: [...path, fit.key], part: "value" }, fit.why);
    return param;
  }
  checkDefault(fit.param, path, log);
  return fit.param;
}

function tighten(param: ParamSpec, slot: ParamSpec): Fit {
  if (param.type === "path" && slot.type === "path") {
    const { allowedPrefix, guarded = false } = slot;
    return { ok: true, param: { ...param, guarded, allowedPrefix: param.allowedPrefix ?? allowedPrefix } };
  }
  if (param.type === "text") {
    const { pattern = null, allowEmpty = true } = slot.type === "text" ? slot : {};
    return { ok: true, param: { ...param, pattern: param.pattern ?? pattern, allowEmpty } };
  }
  if (param.type === "enum") return tightenValues(param, slot);
  if (param.type === "integer" || param.type === "number") return tightenBounds(param, slot);
  return { ok: true, param };
}

function tightenValues(param: Extract<ParamSpec, { type: "enum" }>, slot: ParamSpec): Fit {
  if (slot.type !== "enum") return { ok: true, param };
  const foreign = param.values.find((value) => !slot.values.includes(value));
  if (foreign === undefined) return { ok: true, param };
  const why = `"${showText(foreign)}" is none of what the API takes: ${slot.values.join(", ")}`;
  return { ok: false, key: "values", why };
}

function tightenBounds(param: Extract<ParamSpec, { type: "integer" | "number" }>, slot: ParamSpec): Fit {
  if (slot.type !== "integer" && slot.type !== "number") return { ok: true, param };
  const min = param.min ?? slot.min;
  const max = param.max ?? slot.max;
  if (slot.min !== null && min !== null && min < slot.min) return outside("min", `at least ${slot.min}`);
  if (slot.max !== null && max !== null && max > slot.max) return outside("max", `at most ${slot.max}`);
  if (min !== null && max !== null && min > max) {
    const key = param.min === null ? "max" : "min";
    return outside(key, `from ${slot.min ?? "anything"} to ${slot.max ?? "anything"}`);
  }
  return { ok: true, param: { ...param, min, max } };
}

function outside(key: "min" | "max", takes: string): Fit {
  return { ok: false, key, why: `the API takes ${takes}` };
}
