import { findForbiddenCharacter } from "../../params/characters.ts";
import { compilePattern } from "../../params/pattern.ts";
import type { JsonObject, JsonValue } from "../../model/json.ts";
import { own, textAt } from "../document/members.ts";
import type { ArgTable } from "./to-arg.ts";

const ADDRESSES: readonly (string | null)[] = ["ipv4", "ipv6"];
const LINKS: readonly (string | null)[] = ["uri", "url"];
const MAX_REPEAT = 1000;

/** A text with its pattern, or with its length as one; links and addresses by their format. */
export function toTextArg(schema: JsonObject): ArgTable {
  const format = textAt(schema, "format");
  if (ADDRESSES.includes(format)) return { table: { type: "ip_address" }, lost: [] };
  if (LINKS.includes(format)) return { table: { type: "url" }, lost: [] };
  const pattern = textAt(schema, "pattern");
  const lost: string[] = [];
  if (pattern !== null && compilePattern(pattern).ok && findForbiddenCharacter(pattern, true) === null) {
    if (hasLength(schema)) lost.push("its length, beside its pattern");
    return { table: { type: "string", pattern }, lost };
  }
  if (pattern !== null) lost.push("its pattern, which is none of RE2's");
  const length = toLengthPattern(schema);
  if (hasLength(schema) && length === null) lost.push("its length");
  return { table: { type: "string", ...(length === null ? {} : { pattern: length }) }, lost };
}

function hasLength(schema: JsonObject): boolean {
  return own(schema, "maxLength") !== undefined || Number(own(schema, "minLength") ?? 0) > 1;
}

/** A text is never empty here, so a length from 1 needs no pattern. */
function toLengthPattern(schema: JsonObject): string | null {
  const min = toCount(own(schema, "minLength")) ?? 0;
  const max = toCount(own(schema, "maxLength"));
  if (min > MAX_REPEAT || (max !== null && (max > MAX_REPEAT || max < min)) || !hasLength(schema)) return null;
  const pattern = `^.{${min},${max ?? ""}}$`;
  return compilePattern(pattern).ok ? pattern : null;
}

function toCount(value: JsonValue | undefined): number | null {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}
