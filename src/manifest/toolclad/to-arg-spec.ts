import type { ParamSpec } from "../../model/param.ts";
import type { ToolcladProfile } from "../manifest.ts";
import type { ArgTable, ToolcladArgType } from "./arg-shape.ts";

/** The parameter that an argument table describes; `position` is as written and still to be made dense. */
export function toArgSpec(type: ToolcladArgType, name: string, read: ArgTable, profile: ToolcladProfile): ParamSpec {
  const isPeer = profile === "peer";
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
    case "regex_match": {
      const allowEmpty = read.allow_empty ?? (read.default === "" || (isPeer && !common.required));
      return { ...common, type: "text", pattern: read.pattern ?? null, refuseMetacharacters: true, allowEmpty };
    }
    case "integer":
      return { ...common, type, min: read.min ?? null, max: read.max ?? null, clamp: read.clamp ?? false };
    case "number": {
      const min = read.min_float ?? read.min ?? null;
      return { ...common, type, min, max: read.max_float ?? read.max ?? null, clamp: read.clamp ?? false };
    }
    case "boolean":
      return { ...common, type, syntax: "toolclad", ...(isPeer ? { anyCase: true } : {}) };
    case "duration":
      return { ...common, type, syntax: "toolclad" };
    case "path":
      return { ...common, type, syntax: "toolclad", allowedPrefix: null };
    case "enum":
      return { ...common, type, values: read.allowed ?? [] };
    case "url": {
      const { schemes = ["http", "https"], scope_check: scopeCheck = false } = read;
      return { ...common, type, schemes, scopeCheck, ...(isPeer ? { refuseAmpersand: true } : {}) };
    }
    case "msf_options":
      return { ...common, type, ...(isPeer ? { allowSet: true } : {}) };
    case "port":
    case "scope_target":
    case "ip_address":
    case "cidr":
    case "credential_file":
      return { ...common, type };
  }
}
