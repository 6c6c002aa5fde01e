import type { JsonValue } from "../model/json.ts";

/** Whether lists and objects are nested more than `limit` deep. Without recursion: the value is a stranger's. */
export function isDeeper(value: JsonValue, limit: number): boolean {
  let level: readonly JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((one) =>
      typeof one === "object" && one !== null
        ? Object.values(one).filter((member): member is JsonValue => member !== undefined)
        : [],
    );
  }
  return false;
}
