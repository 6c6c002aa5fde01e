import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { ParamSpec } from "../../model/param.ts";
import type { ParamContext } from "../../params/param-type.ts";
import { validateParam } from "../../params/validate-param.ts";
import { listAt, own, textAt } from "../document/members.ts";

/** Whether a default can be written beside an argument: what does not fit would keep the manifest from loading. */
export function fitsArg(table: JsonObject, value: JsonValue): boolean {
  switch (table["type"]) {
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return Number.isSafeInteger(value) && isInside(table, value);
    case "number":
      return typeof value === "number" && isInside(table, value);
    case "enum":
      return listAt(table, "allowed").includes(value);
    default:
      return typeof value === "string" && fitsText(table, value);
  }
}

function isInside(table: JsonObject, value: JsonValue): boolean {
  const limit = (key: string, open: number): number => {
    const found = own(table, key) ?? own(table, `${key}_float`);
    return typeof found === "number" ? found : open;
  };
  return typeof value === "number" && value >= limit("min", -Infinity) && value <= limit("max", Infinity);
}

const COMMON = { name: "value", description: null, required: true, default: undefined, position: 0 } as const;
const NOWHERE: ParamContext = { sessionFolder: "/", workspaceRoots: ["/"], scope: null, scopeRequired: false };

function fitsText(table: JsonObject, value: string): boolean {
  const common = { ...COMMON, allowLeadingDash: false };
  const spec: ParamSpec =
    table["type"] === "url"
      ? { ...common, type: "url", schemes: [], scopeCheck: false }
      : table["type"] === "ip_address"
        ? { ...common, type: "ip_address" }
        : {
            ...common,
            type: "text",
            pattern: textAt(table, "pattern"),
            refuseMetacharacters: true,
            // An empty default makes empty values good.
            allowEmpty: true,
          };
  return validateParam(spec, value, NOWHERE).ok;
}
