import type { ParamSpec } from "../../model/param.ts";
import type { ArgTable, ToolcladArgType } from "./arg-shape.ts";

/** The parameter that an argument table describes; `position` is as written and still to be made dense. */
export function toArgSpec(type: ToolcladArgType, name: string, read: ArgTable): ParamSpec {
  const common = {
    name,
    description: read.description ?? null,
    required: read.required === true && read.default === undefined,
    default: read.default,
    position: read.position ?? 0,
    allowLeadingDash: read.allow_leading_dash ?? false,
  };
  switch (type) {
    case "string":
    case "regex_match":
      return {
        ...common,
        type: "text",
        pattern: read.pattern ?? null,
        refuseMetacharacters: true,
        allowEmpty: read.allow_empty ?? read.default === "",
      };
    case "integer":
      return { ...common, type, min: read.min ?? null, max: read.max ?? null, clamp: read.clamp ?? false };
    case "number": {
      const min = read.min_float ?? read.min ?? null;
      return { ...common, type, min, max: read.max_float ?? read.max ?? null, clamp: read.clamp ?? false };
    }
    case "boolean":
      return { ...common, type, syntax: "toolclad" };
    case "duration":
      return { ...common, type, syntax: "toolclad" };
    case "path":
      return { ...common, type, syntax: "toolclad", allowedPrefix: null };
    case "enum":
      return { ...common, type, values: read.allowed ?? [] };
    case "url":
      return { ...common, type, schemes: read.schemes ?? ["http", "https"], scopeCheck: read.scope_check ?? false };
    case "port":
    case "scope_target":
    case "ip_address":
    case "cidr":
      return { ...common, type };
  }
}
