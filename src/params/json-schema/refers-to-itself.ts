import type { JsonSchema } from "../../model/json.ts";

/** Whether a schema has references: they count from the root of its document, so it means something else once nested. */
export function refersToItself(schema: JsonSchema): boolean {
  return /"\$(?:ref|id|dynamicRef|recursiveRef)":/u.test(JSON.stringify(schema));
}
