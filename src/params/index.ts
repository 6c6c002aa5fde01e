export { validateParam } from "./validate-param.ts";
export type { ParamContext, ParamResult, PathNeed } from "./param-type.ts";
export type { ParamIssue, ParamIssueCode, ParamSpec, ParamType, ParamValue } from "../model/param.ts";
export type { Scope } from "../scope/scope.ts";
