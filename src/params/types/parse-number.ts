import type { JsonValue } from "../../model/json.ts";

/** A JSON integer or its decimal digits; `null` for every other spelling and beyond ±(2^53 − 1). */
export function parseInteger(value: JsonValue): number | null {
  const number = typeof value === "string" && /^(?:0|-?[1-9]\d{0,15})$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && !Object.is(number, -0) ? (number as number) : null;
}

/** A JSON number or a text in the grammar of JSON numbers; `null` for every other spelling and for infinities. */
export function parseFinite(value: JsonValue): number | null {
  const number =
    typeof value === "string" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value) ? Number(value) : value;
  return Number.isFinite(number) ? (number as number) : null;
}
