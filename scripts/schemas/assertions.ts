import { ASSERTION, REQUIREMENT, SELECTION } from "../../src/analysis/assert/parse-assertions.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { toTableSchema } from "./table-schema.ts";
import { ASSERTION_TEXTS, REQUIREMENT_TEXTS, SELECTION_TEXTS } from "./texts/assertions.ts";

/** A file of assertions, for `toolgate validate --assert`. */
export function toAssertionsSchema(): JsonObject {
  const assertion = toTableSchema(ASSERTION, ASSERTION_TEXTS, {
    for: toTableSchema(SELECTION, SELECTION_TEXTS),
    must: { ...toTableSchema(REQUIREMENT, REQUIREMENT_TEXTS), minProperties: 1 },
  });
  return {
    type: "object",
    properties: {
      assert: { description: "What must be so, one table for each.", type: "array", items: assertion, minItems: 1 },
    },
    required: ["assert"],
    additionalProperties: false,
  };
}
