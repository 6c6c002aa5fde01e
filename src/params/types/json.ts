import { checkSchema } from "../json-schema/check-schema.ts";
import { refersToItself } from "../json-schema/refers-to-itself.ts";
import type { ParamTypeDefinition } from "../param-type.ts";
import { refuse } from "../refuse.ts";

/** Whatever a JSON Schema accepts. */
export const json: ParamTypeDefinition<"json"> = {
  type: "json",
  validate({ name, schema }, value) {
    const [issue] = checkSchema(schema, value);
    if (issue === undefined) return { ok: true, value, text: JSON.stringify(value) };
    return refuse(name, "type", `${issue.at === "" ? "" : `${issue.at}: `}${issue.message}`);
  },
  toJsonSchema: ({ schema }) => (refersToItself(schema) ? {} : schema),
};
