import type { JsonObject } from "../../model/json.ts";
import { own } from "../document/members.ts";
import type { ArgTable } from "./to-arg.ts";

/** A number with its bounds. */
export function toNumberArg(schema: JsonObject, type: "integer" | "number"): ArgTable {
  const step = type === "integer" ? 1 : 0;
  const bound = (plain: string, exclusive: string, direction: 1 | -1): number | null => {
    const limit = own(schema, plain);
    const beyond = own(schema, exclusive);
    const inclusive = typeof limit === "number" ? limit : null;
    // Older documents say `true` beside the plain bound.
    if (beyond === true && inclusive !== null) return inclusive + step * direction;
    if (typeof beyond !== "number") return inclusive;
    const next = (type === "integer" ? roundInside(beyond, direction) : beyond) + step * direction;
    return inclusive === null ? next : direction === 1 ? Math.max(inclusive, next) : Math.min(inclusive, next);
  };
  const low = bound("minimum", "exclusiveMinimum", 1);
  const high = bound("maximum", "exclusiveMaximum", -1);
  const min = low !== null && type === "integer" ? Math.ceil(low) : low;
  const max = high !== null && type === "integer" ? Math.floor(high) : high;
  const suffix = type === "integer" ? "" : "_float";
  const isOpen =
    type === "number" && ["exclusiveMinimum", "exclusiveMaximum"].some((key) => own(schema, key) !== undefined);
  return {
    table: {
      type,
      ...(isBound(min) ? { [`min${suffix}`]: min } : {}),
      ...(isBound(max) ? { [`max${suffix}`]: max } : {}),
    },
    lost: [
      ...(own(schema, "multipleOf") === undefined ? [] : ["`multipleOf`"]),
      ...(isOpen ? ["that a bound itself is excluded"] : []),
    ],
  };
}

/** `> 2.5` begins at 3, which is one above 2. */
function roundInside(limit: number, direction: 1 | -1): number {
  return direction === 1 ? Math.floor(limit) : Math.ceil(limit);
}

/** Bounds of 64-bit integers are none: every number that can be sent is inside. */
function isBound(value: number | null): value is number {
  return value !== null && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
